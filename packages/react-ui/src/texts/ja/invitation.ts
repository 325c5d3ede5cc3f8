import type { Texts } from "../texts.js";

export const invitation: Texts["invitation"] = {
  title: (organization) => `${organization} に参加`,
  unknownTitle: "招待",
  text: (inviter, email, organization) => `${inviter} さんが ${email} を ${organization} に招待しています。`,
  textWithRole: (inviter, email, organization, role) =>
    `${inviter} さんが ${email} を ${organization} に招待しています (役割: ${role})。`,
  openUntil: (time) => `有効期限: ${time}`,
  failed: "招待を読み込めませんでした",
  accept: "承諾",
  accepting: "参加しています…",
  decline: "辞退",
  declining: "辞退しています…",
  declined: (organization) => `辞退しました。${organization} にほかの連絡は届きません。`,
  signUp: "アカウントを作成",
  signIn: "サインイン",
  hasAccount: "アカウントをお持ちですか?",
  newHere: "アカウントをお持ちでないですか?",
  otherAccount: (present, invited) => `${present} としてサインインしていますが、この招待は ${invited} 宛てです。`,
  continueAs: (email) => `${email} として続ける`,
  signingOut: "サインアウトしています…",
  stay: "サインインしたままにする",
  closedTitle: "この招待は無効です",
  closedLead:
    "回答済み、取り消し済み、期限切れのいずれかか、リンクが完全ではありません。招待したメンバーに再送を依頼できます。",
  yourOrganizations: "所属する組織",
};
