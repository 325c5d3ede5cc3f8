import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "登录",
  titleOf: (appName) => `登录 ${appName}`,
  emailOrUsername: "电子邮件或用户名",
  emailOrUsernameEmpty: "请输入您的电子邮件地址或用户名。",
  invalidUsername: "用户名格式不正确。请检查，或使用您的电子邮件地址。",
  rememberMe: "保持登录状态",
  rememberMeHint: "否则在关闭浏览器后退出登录。",
  submit: "登录",
  submitting: "正在登录…",
  passkey: "使用通行密钥登录",
  passkeyBusy: "请查看您的设备…",
  magicLink: "通过邮件发送链接",
  emailCode: "通过邮件发送验证码",
  guest: "以访客身份继续",
  guestBusy: "请稍候…",
  lastUsed: "上次使用",
  forgotPassword: "忘记密码？",
  newHere: "还没有账户？",
  signUp: "创建账户",
  noMethod: "此处未设置任何登录方式。",
};
