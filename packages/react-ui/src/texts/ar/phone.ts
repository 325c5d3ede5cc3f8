import type { Texts } from "../texts.js";

/** A number reads from left to right: without the marks its "+" would be at the other end (UAX #9, section 2.2). */
const isolated = (number: string): string => `\u2066${number}\u2069`;

export const phone: Texts["phone"] = {
  title: "تسجيل الدخول بالهاتف",
  titleOf: (appName) => `تسجيل الدخول إلى ${appName} بالهاتف`,
  lead: "نرسل رمزًا إلى هاتفك. لا تحتاج إلى كلمة مرور.",
  leadForAll: "نرسل رمزًا إلى هاتفك. لا تحتاج إلى كلمة مرور. والرقم الجديد يُنشأ له حساب.",
  country: "البلد",
  countryEmpty: "اختر بلدك، أو ابدأ الرقم بعلامة +.",
  chooseCountry: "اختر بلدًا",
  number: "رقم الهاتف",
  numberEmpty: "أدخل رقم هاتفك.",
  numberHint: "مع رمز البلد أو بدونه.",
  numberOfCountry: (country) => `رقم هاتف محمول من: ${country}.`,
  invalidNumber: "هذا ليس رقم هاتف من ذلك البلد. تحقق من الأرقام.",
  notAllowed: "لا يمكننا إرسال رمز إلى هذا الرقم. استخدم رقم هاتف محمول من أحد البلدان المذكورة.",
  send: "إرسال الرمز",
  otherWay: "تسجيل الدخول بطريقة أخرى",
  notOffered: "لم يُفعّل تسجيل الدخول بالهاتف هنا.",

  sentTitle: "أدخل رمزك",
  numberIn: (number, country) => (country ? `${isolated(number)} (${country})` : isolated(number)),
  sent: (number) => `أُرسل رمز إلى ${number}.`,
  sentToAccount: (number) => `إذا كان للرقم ${number} حساب هنا، فالرمز في الطريق.`,
  wrongCode: "هذا الرمز خاطئ أو قديم. استخدم أحدث رسالة.",
  tooManyCodes: "رموز خاطئة كثيرة. اطلب رمزًا جديدًا.",
  sendAgain: "إرسال رمز جديد",
  sentAgain: "رسالة جديدة في الطريق.",
  otherNumber: "استخدام رقم آخر",

  present: "الرقم الحالي",
  newNumber: "رقم الهاتف الجديد",
  addLead: "بعد ذلك يكفي رمز إلى هاتفك لتسجيل الدخول.",
  changeLead: "رمز إلى الرقم الجديد يؤكد التغيير. وحتى ذلك الحين يبقى رقمك الحالي صالحًا.",
  verify: "تأكيد الرقم",
  verifying: "جارٍ التأكيد…",
  taken: "حساب آخر يستخدم هذا الرقم.",
  saved: "حُفظ رقم هاتفك.",
  remove: "إزالة الرقم",
  removing: "جارٍ الإزالة…",
  removeTitle: "هل تريد إزالة رقم هاتفك؟",
  removeLead: "لن تسجّل الرموز المرسلة إليه دخولك بعد ذلك.",
  removed: "أُزيل رقم هاتفك.",
};
