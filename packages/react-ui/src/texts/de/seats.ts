import type { Texts } from "../texts.js";

export const seats: Texts["seats"] = {
  seats: (count) => `Plätze: ${count}`,
  ofMembers: (count) => `Plätze: ${count}, einer für jedes Mitglied`,
  change: "Plätze ändern",
  changeOf: (name) => `Plätze ändern: ${name}`,
  title: (name) => `Plätze von ${name}`,
  number: "Anzahl der Plätze",
  hint: "Mindestens ein Platz für jedes Mitglied.",
  notWhole: "Geben Sie eine ganze Zahl ein.",
  refused: "Der Tarif erlaubt diese Anzahl nicht, oder die Organisation hat mehr Mitglieder.",
  save: "Plätze ändern",
  saving: "Wird geändert…",
  changed: "Die Anzahl der Plätze ist geändert.",
};
