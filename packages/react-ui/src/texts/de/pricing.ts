import type { Texts } from "../texts.js";

export const pricing: Texts["pricing"] = {
  title: "Pläne",
  period: "Zahlung",
  monthly: "Monatlich",
  yearly: "Jährlich",
  trial: (period) => `Kostenlos testen: ${period}`,
  current: "Ihr Plan",
  choose: "Wählen",
  chooseName: (name) => `${name} wählen`,
  buy: "Kaufen",
  buyName: (name) => `${name} kaufen`,
  switch: "Wechseln",
  switchTo: (name) => `Zu ${name} wechseln`,
  opening: "Wird geöffnet …",
  manage: "Verwalten",
  manageName: (name) => `${name} verwalten`,
  changeTitle: (from, to) => `Von ${from} zu ${to} wechseln?`,
  changes: {
    prorate:
      "Sie wechseln jetzt. Der Rest der bezahlten Zeit wird gutgeschrieben, und die Differenz steht auf Ihrer nächsten Rechnung.",
    invoice:
      "Sie wechseln jetzt. Der Rest der bezahlten Zeit wird gutgeschrieben, und die Differenz wird sofort berechnet.",
    next_period: "Sie wechseln am Ende der bezahlten Zeit. Bis dahin ändert sich nichts.",
    reset: "Sie wechseln jetzt. Ein neuer Zeitraum beginnt heute und wird sofort berechnet.",
  },
  newPrice: (price) => `Der neue Preis: ${price}.`,
  switching: "Wird gewechselt …",
  switched: (name) => `Ihr Plan ist jetzt ${name}.`,
  switchesLater: (name) => `Sie wechseln am Ende der bezahlten Zeit zu ${name}.`,
  empty: "Hier gibt es noch nichts zu kaufen.",
  failed: "Die Pläne konnten nicht geladen werden.",
  notAllowed: "Sie dürfen den Plan dieser Organisation nicht wählen. Fragen Sie jemanden aus der Verwaltung.",
};
