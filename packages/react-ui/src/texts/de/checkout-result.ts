import type { Texts } from "../texts.js";

export const checkoutResult: Texts["checkoutResult"] = {
  waitingTitle: "Ihre Zahlung wird geprüft",
  waitingLead: "Das dauert ein paar Sekunden.",
  doneTitle: "Vielen Dank!",
  doneLead: "Ihre Zahlung ist da, und Ihr Kauf ist bereit.",
  slowTitle: "Das dauert länger als sonst",
  slowLead: "Ihre Zahlung ist unterwegs. Sie können diese Seite verlassen: Ihr Kauf wird von selbst freigeschaltet.",
  failedTitle: "Die Zahlung ist fehlgeschlagen",
  failedLead: "Es wurde nichts gekauft. Sie können es noch einmal versuchen, z. B. mit einer anderen Karte.",
  expiredTitle: "Dieser Kauf ist beendet",
  expiredLead: "Er war zu lange offen oder wurde ohne Zahlung geschlossen. Es wurde nichts gekauft.",
  unknownTitle: "Kauf nicht gefunden",
  unknownLead: "Dieser Link gehört zu keinem Kauf Ihres Kontos.",
  continue: "Weiter",
  plans: "Zurück zu den Plänen",
  yourPlan: "Ihr Plan",
};
