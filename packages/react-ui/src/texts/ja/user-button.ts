import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `アカウントのメニュー: ${name}`,
  account: "アカウントの設定",
  organizations: "組織",
  admin: "管理",
  aboutOrganizations: "ほかの人と一緒に使う",
  aboutAdmin: "すべてのユーザーを管理",
  guest: "ゲスト",
  aboutGuest: "まだアカウントがありません。ここでの操作内容は、サインアウトすると失われます。",
  createAccount: "アカウントを作成",
  accounts: "このブラウザーのアカウント",
  addAccount: "アカウントを追加",
  signOutOfThis: "このアカウントからサインアウト",
  signOutOfAll: "すべてのアカウントからサインアウト",
  signOut: "サインアウト",
  signingOut: "サインアウトしています…",
  signOutFailed: "サーバーに接続できません。まだサインインしています。",
};
