import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `Puestos: ${count}`,
  ofMembers: (count) => `Puestos: ${count}, uno para cada miembro`,
  change: "Cambiar los puestos",
  changeOf: (name) => `Cambiar los puestos: ${name}`,
  title: (name) => `Puestos de ${name}`,
  number: "Número de puestos",
  hint: "Al menos un puesto para cada miembro.",
  notWhole: "Escribe un número entero.",
  refused: "El plan no permite este número, o la organización tiene más miembros.",
  save: "Cambiar los puestos",
  saving: "Cambiando…",
  changed: "El número de puestos ha cambiado.",
};
