import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "アカウントを作成",
  titleOf: (appName) => `${appName} のアカウントを作成`,
  nameEmpty: "名前を入力してください。",
  usernameHint: "サインインのときの入力が短くなります。",
  invitedEmail: "招待はこのアドレス宛てです。",
  submit: "アカウントを作成",
  submitting: "作成しています…",
  emailCode: "コードで登録",
  phone: "電話番号で登録",
  hasAccount: "アカウントをお持ちですか?",
  closed: "新規登録は受け付けていません。",
  sentTitle: "メールをご確認ください",
  sent: (email) => `${email} にリンクを送りました。リンクを開いてアドレスを確認してください。`,
};
