import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "حُذف حسابك",
  lead: "حُذفت جميع بياناته.",
  home: "العودة إلى البداية",
  againTitle: "أكّد أنك أنت",
  againLead: "سجّلت الدخول منذ مدة. يحتاج حذف الحساب إلى إثبات أحدث.",
  again: "تأكيد",
  keep: "الاحتفاظ بحسابي",
  readyTitle: "شكرًا",
  readyLead: "اتبع الآن الرابط في الرسالة مرة أخرى لحذف حسابك.",
  notTitle: "لم يُحذف حسابك",
  notLead: "هذا الرابط لا يعمل: استُخدم من قبل، أو مضى عليه أكثر من يوم، أو يخص حسابًا آخر.",
  signedOutLead: "يعمل هذا الرابط في المتصفح الذي سجّلت الدخول فيه. سجّل الدخول واتبعه مرة أخرى.",
  newLink: "طلب رابط جديد",
  organizations: "مؤسساتك",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "أنت المالك الوحيد لمؤسسة. اجعل عضوًا آخر مالكًا لها أو احذفها، ثم اتبع الرابط مرة أخرى.",
    admins_cannot_delete_themselves: "أنت مسؤول. يجب أن يغيّر مسؤول آخر دورك أولًا.",
  },
};
