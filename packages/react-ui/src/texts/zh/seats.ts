import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `席位:${count}`,
  ofMembers: (count) => `席位:${count},每位成员一个`,
  change: "更改席位",
  changeOf: (name) => `更改席位:${name}`,
  title: (name) => `${name} 的席位`,
  number: "席位数",
  hint: "每位成员至少一个席位。",
  notWhole: "请输入整数。",
  refused: "该方案不允许此数量,或组织的成员更多。",
  save: "更改席位",
  saving: "正在更改…",
  changed: "席位数已更改。",
};
