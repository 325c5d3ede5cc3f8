import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "コードでサインイン",
  titleOf: (appName) => `コードで ${appName} にサインイン`,
  lead: "メールアドレスにコードを送ります。パスワードは必要ありません。",
  leadForAll:
    "メールアドレスにコードを送ります。パスワードは必要ありません。新しいアドレスの場合はアカウントが作成されます。",
  send: "コードを送る",
  otherWay: "別の方法でサインイン",
  notOffered: "コードによるサインインは設定されていません。",
  sentTitle: "コードを入力してください",
  sent: (email) => `${email} にコードを送りました。`,
  sentToAccount: (email) => `${email} のアカウントがある場合は、コードを送りました。`,
  wrongCode: "コードが正しくないか、古すぎます。最新のメールのコードをお使いください。",
  tooManyCodes: "間違ったコードが多すぎます。新しいコードを送ってください。",
  sendAgain: "新しいコードを送る",
  sentAgain: "新しいメールを送りました。",
  otherAddress: "別のアドレスを使う",
  numberSent: "この番号が今もご本人のものか確認するため、メールアドレスにもコードを送りました。",
  numberInDoubt: "この番号が今もご本人のものか確認できません。別の方法でサインインしてください。",
};
