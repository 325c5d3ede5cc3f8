import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "Bestätigen Sie, dass Sie es sind",
  lead: "Ihre Anmeldung liegt länger zurück, und dieser Schritt braucht einen neueren Nachweis.",
  leadFactor: "Dieser Schritt braucht Ihren zweiten Faktor.",
  submit: "Weiter",
  submitting: "Einen Moment …",
  comeBack: "Danach kommen Sie hierher zurück. Wiederholen Sie dann den Schritt.",
  getPassword: "Passwort per E-Mail festlegen",
  noMethod: "Das lässt sich nur durch eine neue Anmeldung bestätigen.",
  signInAgain: "Abmelden und neu anmelden",
};
