import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `قائمة الحساب: ${name}`,
  account: "إعدادات الحساب",
  organizations: "المؤسسات",
  admin: "الإدارة",
  aboutOrganizations: "العمل مع الآخرين",
  aboutAdmin: "إدارة جميع المستخدمين",
  guest: "ضيف",
  aboutGuest: "ليس لديك حساب بعد. ما تفعله هنا يضيع عند تسجيل الخروج.",
  createAccount: "إنشاء حسابك",
  signOut: "تسجيل الخروج",
  signingOut: "جارٍ تسجيل الخروج…",
  signOutFailed: "تعذّر الوصول إلى الخادم. ما زلت مسجّل الدخول.",
};
