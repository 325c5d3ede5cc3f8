import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "创建账户",
  titleOf: (appName) => `创建您的 ${appName} 账户`,
  nameEmpty: "请输入您的姓名。",
  usernameHint: "登录时输入更简短。",
  invitedEmail: "您的邀请是发给此地址的。",
  submit: "创建账户",
  submitting: "正在创建…",
  emailCode: "用验证码注册",
  phone: "用手机号码注册",
  hasAccount: "已有账户？",
  closed: "新用户无法在此注册。",
  sentTitle: "请查收邮件",
  sent: (email) => `我们已向 ${email} 发送链接。请打开链接以验证您的地址。`,
};
