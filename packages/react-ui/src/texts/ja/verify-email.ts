import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "アドレスを確認しました",
  lead: (email) => `${email} を確認しました。ほかの操作は必要ありません。`,
  elsewhereLead: "このページを閉じるか、ここでサインインできます。",
  nextTitle: "もう1通のメールがあります",
  nextLead: (email) => `次に、${email} に届いたメールのリンクを開いてください。それで確認が完了します。`,
  oldTitle: "このリンクは古すぎます",
  oldLead: "アドレスに関するリンクは1時間使えます。",
  deadTitle: "このリンクは使えません",
  deadLead: "リンクの一部が欠けているか、より新しいリンクが送られています。",
  otherTitle: "別のアカウントでサインインしています",
  signInFirst: "先にサインインしてください",
  otherLead:
    "このリンクは、サインインしているブラウザーで使えます。そのブラウザーでサインインして、もう一度開いてください。",
  takenTitle: "アドレスは変更されていません",
  takenLead: "このアドレスはアカウントに使えません。別のアドレスをお試しください。",
  otherAddress: "別のアドレスを選ぶ",
  sendAgain: "新しいメールを送る",
  sentAgain: (email) => `${email} に新しいメールを送りました。`,
};
