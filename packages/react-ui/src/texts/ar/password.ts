import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "نسيت كلمة المرور؟",
  forgotLead: "نرسل إليك رابطًا لاختيار كلمة مرور جديدة.",
  sendLink: "إرسال الرابط",
  remembered: "تذكرتها؟",
  sentTitle: "تحقق من بريدك الإلكتروني",
  sent: (email) => `إذا كان للعنوان ${email} حساب هنا، فالرسالة في الطريق. اتبع رابطها لاختيار كلمة مرور جديدة.`,
  otherAddress: "استخدام عنوان آخر",
  resetTitle: "اختر كلمة مرور جديدة",
  resetLead: "سيُسجّل خروج كل جهاز مسجّل الدخول الآن.",
  reset: "تعيين كلمة المرور",
  resetting: "جارٍ التعيين…",
  deadTitle: "هذا الرابط لا يعمل",
  deadLead: "يعمل مرة واحدة ولمدة ساعة.",
  newLink: "طلب رابط جديد",
  doneTitle: "عُيّنت كلمة مرورك الجديدة",
  doneLead: "سُجّل خروج جميع الأجهزة. سجّل الدخول بكلمة المرور الجديدة.",
};
