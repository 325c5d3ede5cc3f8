import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "アカウントを削除しました",
  lead: "すべてのデータが削除されました。",
  home: "最初のページに戻る",
  againTitle: "ご本人であることを確認してください",
  againLead: "サインインから時間がたっています。アカウントの削除には、新しい確認が必要です。",
  again: "確認する",
  keep: "アカウントを残す",
  readyTitle: "ありがとうございます",
  readyLead: "アカウントを削除するには、メールのリンクをもう一度開いてください。",
  notTitle: "アカウントは削除されていません",
  notLead: "このリンクは使えません。すでに使われたか、1日以上たっているか、別のアカウントのものです。",
  signedOutLead: "このリンクは、サインインしているブラウザーで使えます。サインインしてから、もう一度開いてください。",
  newLink: "新しいリンクを受け取る",
  organizations: "所属する組織",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "唯一の所有者である組織があります。別のメンバーを所有者にするか、組織を削除してから、もう一度リンクを開いてください。",
    admins_cannot_delete_themselves: "管理者のため削除できません。先に別の管理者に役割を変更してもらってください。",
  },
};
