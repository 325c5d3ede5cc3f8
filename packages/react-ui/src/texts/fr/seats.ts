import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `Places : ${count}`,
  ofMembers: (count) => `Places : ${count}, une pour chaque membre`,
  change: "Changer les places",
  changeOf: (name) => `Changer les places : ${name}`,
  title: (name) => `Places de ${name}`,
  number: "Nombre de places",
  hint: "Au moins une place pour chaque membre.",
  notWhole: "Saisissez un nombre entier.",
  refused: "La formule n’autorise pas ce nombre, ou l’organisation a plus de membres.",
  save: "Changer les places",
  saving: "Modification…",
  changed: "Le nombre de places est modifié.",
};
