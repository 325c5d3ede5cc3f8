import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "ご本人であることを確認してください",
  lead: "サインインから時間がたっているため、この操作には新しい確認が必要です。",
  leadFactor: "この操作には、第2要素が必要です。",
  submit: "続ける",
  submitting: "お待ちください…",
  comeBack: "その後、この画面に戻ります。もう一度操作を行ってください。",
  getPassword: "メールでパスワードを設定",
  noMethod: "新しくサインインすることでのみ確認できます。",
  signInAgain: "サインアウトして、もう一度サインイン",
};
