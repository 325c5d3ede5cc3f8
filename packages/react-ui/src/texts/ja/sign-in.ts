import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "サインイン",
  titleOf: (appName) => `${appName} にサインイン`,
  emailOrUsername: "メールアドレスまたはユーザー名",
  emailOrUsernameEmpty: "メールアドレスまたはユーザー名を入力してください。",
  invalidUsername: "ユーザー名の形式ではありません。ご確認いただくか、メールアドレスをお使いください。",
  rememberMe: "サインインしたままにする",
  rememberMeHint: "オフの場合は、ブラウザーを閉じるまでです。",
  submit: "サインイン",
  submitting: "サインインしています…",
  passkey: "パスキーでサインイン",
  passkeyBusy: "デバイスをご確認ください…",
  magicLink: "メールでリンクを受け取る",
  emailCode: "メールでコードを受け取る",
  guest: "ゲストとして続ける",
  guestBusy: "お待ちください…",
  lastUsed: "前回使用",
  forgotPassword: "パスワードをお忘れですか?",
  newHere: "アカウントをお持ちでないですか?",
  signUp: "アカウントを作成",
  noMethod: "サインイン方法が設定されていません。",
};
