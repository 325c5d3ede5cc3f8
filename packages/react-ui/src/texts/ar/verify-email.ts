import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "تم تأكيد عنوانك",
  lead: (email) => `العنوان ${email} لك. لا يلزم شيء آخر.`,
  elsewhereLead: "يمكنك إغلاق هذه الصفحة أو تسجيل الدخول هنا.",
  nextTitle: "رسالة أخرى",
  nextLead: (email) => `اتبع الآن الرابط في الرسالة إلى ${email} ليتم تأكيده.`,
  oldTitle: "هذا الرابط قديم جدًا",
  oldLead: "تعمل روابط العناوين لمدة ساعة.",
  deadTitle: "هذا الرابط لا يعمل",
  deadLead: "ربما ينقص جزء منه أو أُرسل رابط أحدث.",
  otherTitle: "حساب آخر مسجّل الدخول هنا",
  signInFirst: "سجّل الدخول أولًا",
  otherLead: "يعمل هذا الرابط في المتصفح الذي سجّلت الدخول فيه. سجّل الدخول هناك واتبعه مرة أخرى.",
  takenTitle: "لم يتغير عنوانك",
  takenLead: "لا يمكن استخدام هذا العنوان لحسابك. جرّب عنوانًا آخر.",
  otherAddress: "اختيار عنوان آخر",
  sendAgain: "إرسال رسالة جديدة",
  sentAgain: (email) => `رسالة جديدة في الطريق إلى ${email}.`,
};
