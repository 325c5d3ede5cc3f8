import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "お支払いを確認しています",
  waitingLead: "数秒かかります。",
  doneTitle: "ありがとうございます！",
  doneLead: "お支払いを確認しました。購入したものをご利用いただけます。",
  slowTitle: "通常より時間がかかっています",
  slowLead: "お支払いを処理しています。このページを離れても、購入したものは自動的に使えるようになります。",
  failedTitle: "お支払いに失敗しました",
  failedLead: "何も購入されていません。別のカードなどで、もう一度お試しください。",
  expiredTitle: "この購入手続きは終了しました",
  expiredLead: "長時間経過したか、支払わずに閉じられました。何も購入されていません。",
  unknownTitle: "購入手続きが見つかりません",
  unknownLead: "このリンクは、あなたのアカウントの購入のものではありません。",
  continue: "続ける",
  plans: "プランに戻る",
  yourPlan: "現在のプラン",
};
