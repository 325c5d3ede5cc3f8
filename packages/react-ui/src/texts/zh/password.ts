import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "忘记密码？",
  forgotLead: "我们会向您发送链接，用于设置新密码。",
  sendLink: "发送链接",
  remembered: "想起来了？",
  sentTitle: "请查收邮件",
  sent: (email) => `如果 ${email} 在此有账户，邮件正在发送中。请打开其中的链接以设置新密码。`,
  otherAddress: "使用其他地址",
  resetTitle: "设置新密码",
  resetLead: "当前已登录的所有设备都会退出登录。",
  reset: "设置密码",
  resetting: "正在设置…",
  deadTitle: "此链接无法使用",
  deadLead: "链接只能使用一次，一小时内有效。",
  newLink: "获取新链接",
  doneTitle: "您的新密码已设置",
  doneLead: "所有设备均已退出登录。请使用新密码登录。",
};
