import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "تسجيل الدخول برمز",
  titleOf: (appName) => `تسجيل الدخول إلى ${appName} برمز`,
  lead: "نرسل رمزًا إلى بريدك الإلكتروني. لا تحتاج إلى كلمة مرور.",
  leadForAll: "نرسل رمزًا إلى بريدك الإلكتروني. لا تحتاج إلى كلمة مرور. والعنوان الجديد يُنشأ له حساب.",
  send: "إرسال الرمز",
  otherWay: "تسجيل الدخول بطريقة أخرى",
  notOffered: "لم يُفعّل تسجيل الدخول برمز هنا.",

  sentTitle: "أدخل رمزك",
  sent: (email) => `أُرسل رمز إلى ${email}.`,
  sentToAccount: (email) => `إذا كان للعنوان ${email} حساب هنا، فالرمز في الطريق.`,
  wrongCode: "هذا الرمز خاطئ أو قديم. استخدم أحدث رسالة.",
  tooManyCodes: "رموز خاطئة كثيرة. اطلب رمزًا جديدًا.",
  sendAgain: "إرسال رمز جديد",
  sentAgain: "رسالة جديدة في الطريق.",
  otherAddress: "استخدام عنوان آخر",
};
