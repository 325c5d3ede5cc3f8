import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `Lugares: ${count}`,
  ofMembers: (count) => `Lugares: ${count}, um para cada membro`,
  change: "Alterar os lugares",
  changeOf: (name) => `Alterar os lugares: ${name}`,
  title: (name) => `Lugares de ${name}`,
  number: "Número de lugares",
  hint: "Pelo menos um lugar para cada membro.",
  notWhole: "Introduza um número inteiro.",
  refused: "O plano não permite este número, ou a organização tem mais membros.",
  save: "Alterar os lugares",
  saving: "A alterar…",
  changed: "O número de lugares foi alterado.",
};
