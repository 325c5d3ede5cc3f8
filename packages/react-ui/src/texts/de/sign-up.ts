import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "Konto erstellen",
  titleOf: (appName) => `Ihr Konto bei ${appName} erstellen`,
  nameEmpty: "Geben Sie Ihren Namen ein.",
  usernameHint: "Kürzer zu tippen, wenn Sie sich anmelden.",
  invitedEmail: "Ihre Einladung gilt für diese Adresse.",
  submit: "Konto erstellen",
  submitting: "Wird erstellt …",
  phone: "Mit Telefonnummer registrieren",
  emailCode: "Mit Code registrieren",
  hasAccount: "Sie haben schon ein Konto?",
  closed: "Neue Benutzer können sich hier nicht registrieren.",
  sentTitle: "Sehen Sie in Ihre E-Mails",
  sent: (email) => `Wir haben einen Link an ${email} gesendet. Folgen Sie ihm, um Ihre Adresse zu bestätigen.`,
};
