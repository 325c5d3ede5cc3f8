import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `账户菜单：${name}`,
  account: "账户设置",
  organizations: "组织",
  admin: "管理",
  aboutOrganizations: "与他人协作",
  aboutAdmin: "管理所有用户",
  guest: "访客",
  aboutGuest: "您还没有账户。退出登录后，您在此的操作将会丢失。",
  createAccount: "创建您的账户",
  accounts: "此浏览器中的账户",
  addAccount: "添加账户",
  signOutOfThis: "退出此账户",
  signOutOfAll: "退出所有账户",
  signOut: "退出登录",
  signingOut: "正在退出…",
  signOutFailed: "无法连接服务器。您仍处于登录状态。",
};
