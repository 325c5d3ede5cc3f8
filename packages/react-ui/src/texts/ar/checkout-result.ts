import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "جارٍ التحقق من الدفع",
  waitingLead: "يستغرق هذا بضع ثوانٍ.",
  doneTitle: "شكرًا لك!",
  doneLead: "وصلت دفعتك، وما اشتريته جاهز.",
  slowTitle: "يستغرق هذا وقتًا أطول من المعتاد",
  slowLead: "دفعتك في الطريق. يمكنك مغادرة هذه الصفحة: سيُفتح ما اشتريته تلقائيًا.",
  failedTitle: "فشل الدفع",
  failedLead: "لم يتم شراء أي شيء. يمكنك المحاولة مرة أخرى، مثلًا ببطاقة أخرى.",
  expiredTitle: "انتهت عملية الشراء هذه",
  expiredLead: "بقيت مفتوحة مدة طويلة، أو أُغلقت دون دفع. لم يتم شراء أي شيء.",
  unknownTitle: "لم يُعثر على عملية الشراء",
  unknownLead: "هذا الرابط لا يخص أي عملية شراء في حسابك.",
  continue: "متابعة",
  plans: "العودة إلى الخطط",
  yourPlan: "خطتك",
};
