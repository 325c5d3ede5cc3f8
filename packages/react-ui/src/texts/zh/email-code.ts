import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "用验证码登录",
  titleOf: (appName) => `用验证码登录 ${appName}`,
  lead: "我们会向您的电子邮件地址发送验证码。无需密码。",
  leadForAll: "我们会向您的电子邮件地址发送验证码。无需密码。新地址会获得一个账户。",
  send: "发送验证码",
  otherWay: "用其他方式登录",
  notOffered: "此处未设置验证码登录。",
  sentTitle: "请输入验证码",
  sent: (email) => `验证码正在发送至 ${email}。`,
  sentToAccount: (email) => `如果 ${email} 在此有账户，验证码正在发送中。`,
  wrongCode: "验证码不正确或已过期。请使用最新的邮件。",
  tooManyCodes: "错误的验证码过多。请发送新的验证码。",
  sendAgain: "发送新的验证码",
  sentAgain: "新邮件正在发送中。",
  otherAddress: "使用其他地址",
  numberSent: "为确认此号码仍属于您，我们还会向您的电子邮件地址发送验证码。",
  numberInDoubt: "我们无法确认此号码仍属于您。请用其他方式登录。",
};
