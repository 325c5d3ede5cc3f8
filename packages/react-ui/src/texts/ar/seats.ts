import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `المقاعد: ${count}`,
  ofMembers: (count) => `المقاعد: ${count}، مقعد لكل عضو`,
  change: "تغيير المقاعد",
  changeOf: (name) => `تغيير المقاعد: ${name}`,
  title: (name) => `مقاعد ${name}`,
  number: "عدد المقاعد",
  hint: "مقعد واحد على الأقل لكل عضو.",
  notWhole: "أدخل عددًا صحيحًا.",
  refused: "لا تسمح الخطة بهذا العدد، أو أن في المؤسسة أعضاء أكثر.",
  save: "تغيير المقاعد",
  saving: "جارٍ التغيير…",
  changed: "تغيّر عدد المقاعد.",
};
