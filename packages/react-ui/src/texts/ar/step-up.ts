import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "أكّد أنك أنت",
  lead: "سجّلت الدخول منذ مدة، وهذه الخطوة تحتاج إلى إثبات أحدث.",
  leadFactor: "هذه الخطوة تحتاج إلى عاملك الثاني.",
  submit: "متابعة",
  submitting: "لحظة…",
  comeBack: "تعود إلى هذه الشاشة بعد ذلك. كرّر الخطوة عندها.",
  getPassword: "تعيين كلمة مرور بالبريد",
  noMethod: "لا يمكن تأكيد ذلك إلا بتسجيل دخول جديد.",
  signInAgain: "تسجيل الخروج ثم الدخول من جديد",
};
