import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `席数: ${count}`,
  ofMembers: (count) => `席数: ${count}(メンバーごとに 1 席)`,
  change: "席数を変更",
  changeOf: (name) => `席数を変更: ${name}`,
  title: (name) => `${name} の席数`,
  number: "席数",
  hint: "メンバーの人数以上にしてください。",
  notWhole: "整数を入力してください。",
  refused: "このプランではこの席数にできないか、組織のメンバーの方が多くなっています。",
  save: "席数を変更",
  saving: "変更しています…",
  changed: "席数を変更しました。",
};
