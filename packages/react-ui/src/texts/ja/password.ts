import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "パスワードをお忘れですか?",
  forgotLead: "新しいパスワードを設定するためのリンクを送ります。",
  sendLink: "リンクを送る",
  remembered: "思い出しましたか?",
  sentTitle: "メールをご確認ください",
  sent: (email) =>
    `${email} のアカウントがある場合は、メールを送りました。リンクを開いて新しいパスワードを設定してください。`,
  otherAddress: "別のアドレスを使う",
  resetTitle: "新しいパスワードの設定",
  resetLead: "現在サインインしているすべてのデバイスがサインアウトされます。",
  reset: "パスワードを設定",
  resetting: "設定しています…",
  deadTitle: "このリンクは使えません",
  deadLead: "リンクは1回だけ、1時間使えます。",
  newLink: "新しいリンクを受け取る",
  doneTitle: "新しいパスワードを設定しました",
  doneLead: "すべてのデバイスがサインアウトされました。新しいパスワードでサインインしてください。",
};
