import type { Texts } from "../texts.js";

export const magicLink: Texts["magicLink"] = {
  title: "メールでサインイン",
  titleOf: (appName) => `メールで ${appName} にサインイン`,
  lead: "パスワードなしでサインインできるリンクを送ります。",
  leadForAll: "パスワードなしでサインインできるリンクを送ります。新しいアドレスの場合はアカウントが作成されます。",
  send: "リンクを送る",
  otherWay: "別の方法でサインイン",
  notOffered: "メールによるサインインは設定されていません。",
  sentTitle: "メールをご確認ください",
  sent: (email) => `${email} にメールを送りました。サインインするには、このブラウザーでリンクを開いてください。`,
  sentToAccount: (email) =>
    `${email} のアカウントがある場合は、メールを送りました。サインインするには、このブラウザーでリンクを開いてください。`,
  codeLead: "メールが別のデバイスにありますか? メールのコードをここに入力してください。",
  wrongCode: "コードが正しくないか、古すぎます。最新のメールのコードをお使いください。",
  tooManyCodes: "間違ったコードが多すぎます。メールのリンクを開くか、新しいメールを送ってください。",
  sendAgain: "新しいメールを送る",
  sentAgain: "新しいメールを送りました。",
  otherAddress: "別のアドレスを使う",
  confirmTitle: "ここでサインインしますか?",
  confirmTitleOf: (appName) => `ここで ${appName} にサインインしますか?`,
  confirm: (email) => `このブラウザーで ${email} としてサインインします。`,
  confirmHint: "このリンクに心当たりがない場合は、このページを閉じてください。",
  deadTitle: "このリンクは使えません",
  deadLead: "リンクは1回だけ、最長10分間使えます。より新しいリンクが使われた可能性があります。",
  failedTitle: "サインインしていません",
  newLink: "新しいリンクを受け取る",
};
