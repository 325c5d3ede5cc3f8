import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "تسجيل الدخول",
  titleOf: (appName) => `تسجيل الدخول إلى ${appName}`,
  emailOrUsername: "البريد الإلكتروني أو اسم المستخدم",
  emailOrUsernameEmpty: "أدخل عنوان بريدك الإلكتروني أو اسم المستخدم.",
  invalidUsername: "لا يوجد اسم مستخدم بهذا الشكل. تحقق منه أو استخدم بريدك الإلكتروني.",
  rememberMe: "إبقائي مسجّل الدخول",
  rememberMeHint: "وإلا فحتى تغلق المتصفح.",
  submit: "تسجيل الدخول",
  submitting: "جارٍ تسجيل الدخول…",
  passkey: "تسجيل الدخول بمفتاح مرور",
  passkeyBusy: "انظر إلى جهازك…",
  magicLink: "أرسل لي رابطًا",
  emailCode: "أرسل لي رمزًا",
  guest: "المتابعة كضيف",
  guestBusy: "لحظة…",
  lastUsed: "آخر طريقة مستخدمة",
  forgotPassword: "نسيت كلمة المرور؟",
  newHere: "ليس لديك حساب؟",
  signUp: "إنشاء حساب",
  noMethod: "لم تُفعّل أي طريقة لتسجيل الدخول هنا.",
};
