import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "您的地址已验证",
  lead: (email) => `${email} 是您的地址。无需其他操作。`,
  elsewhereLead: "您可以关闭此页面，或在此登录。",
  nextTitle: "还有一封邮件",
  nextLead: (email) => `现在请打开发送至 ${email} 的邮件中的链接：之后该地址即通过验证。`,
  oldTitle: "此链接已过期",
  oldLead: "有关地址的链接在一小时内有效。",
  deadTitle: "此链接无法使用",
  deadLead: "链接可能不完整，或已发送更新的链接。",
  otherTitle: "此处登录的是另一个账户",
  signInFirst: "请先登录",
  otherLead: "此链接须在您已登录的浏览器中使用。请在那里登录后再次打开。",
  takenTitle: "您的地址未更改",
  takenLead: "此地址无法用于您的账户。请换一个。",
  otherAddress: "选择其他地址",
  sendAgain: "发送新邮件",
  sentAgain: (email) => `新邮件正在发送至 ${email}。`,
};
