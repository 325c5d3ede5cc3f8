import type { Texts } from "../texts.js";

export const picture: Texts["picture"] = {
  choose: "اختر صورة أو أفلتها هنا",
  remove: "إزالة",
  title: "اختر الجزء الظاهر",
  lead: "اسحب الصورة أو حرّك المنزلقات.",
  preview: "الجزء المختار من الصورة",
  zoom: "التكبير",
  across: "من اليسار إلى اليمين",
  down: "من الأعلى إلى الأسفل",
  use: "استخدم هذا الجزء",
  using: "لحظة…",
  wrongType: "هذه ليست صورة PNG أو JPEG أو WebP بحجم 20 ميغابايت على الأكثر.",
  unreadable: "تعذّرت قراءة الصورة.",
  notSaved: "تعذّر تجهيز الصورة. حاول مرة أخرى أو جرّب صورة أخرى.",
};
