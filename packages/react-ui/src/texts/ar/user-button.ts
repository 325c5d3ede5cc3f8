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
  accounts: "الحسابات في هذا المتصفح",
  addAccount: "إضافة حساب",
  signOutOfThis: "تسجيل الخروج من هذا الحساب",
  signOutOfAll: "تسجيل الخروج من كل الحسابات",
  signOut: "تسجيل الخروج",
  signingOut: "جارٍ تسجيل الخروج…",
  signOutFailed: "تعذّر الوصول إلى الخادم. ما زلت مسجّل الدخول.",
};
