import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "إنشاء حساب",
  titleOf: (appName) => `إنشاء حسابك في ${appName}`,
  nameEmpty: "أدخل اسمك.",
  usernameHint: "أقصر عند تسجيل الدخول.",
  invitedEmail: "دعوتك لهذا العنوان.",
  submit: "إنشاء حساب",
  submitting: "جارٍ الإنشاء…",
  phone: "إنشاء حساب برقم هاتف",
  emailCode: "إنشاء حساب برمز",
  hasAccount: "لديك حساب بالفعل؟",
  closed: "لا يمكن للمستخدمين الجدد التسجيل هنا.",
  sentTitle: "تحقق من بريدك الإلكتروني",
  sent: (email) => `أرسلنا رابطًا إلى ${email}. اتبعه لتأكيد عنوانك.`,
};
