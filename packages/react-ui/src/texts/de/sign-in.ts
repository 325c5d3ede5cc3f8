import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "Anmelden",
  titleOf: (appName) => `Bei ${appName} anmelden`,
  emailOrUsername: "E-Mail oder Benutzername",
  emailOrUsernameEmpty: "Geben Sie Ihre E-Mail-Adresse oder Ihren Benutzernamen ein.",
  invalidUsername: "So sieht kein Benutzername aus. Prüfen Sie ihn oder nehmen Sie Ihre E-Mail-Adresse.",
  rememberMe: "Angemeldet bleiben",
  rememberMeHint: "Sonst, bis Sie den Browser schließen.",
  submit: "Anmelden",
  submitting: "Anmeldung läuft …",
  passkey: "Mit Passkey anmelden",
  passkeyBusy: "Schauen Sie auf Ihr Gerät …",
  magicLink: "Link per E-Mail senden",
  emailCode: "Code per E-Mail senden",
  guest: "Als Gast fortfahren",
  guestBusy: "Einen Moment …",
  lastUsed: "Zuletzt verwendet",
  forgotPassword: "Passwort vergessen?",
  newHere: "Noch kein Konto?",
  signUp: "Konto erstellen",
  noMethod: "Hier ist kein Weg zur Anmeldung eingerichtet.",
};
