import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "Passwort vergessen?",
  forgotLead: "Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.",
  sendLink: "Link senden",
  remembered: "Wieder eingefallen?",
  sentTitle: "Sehen Sie in Ihre E-Mails",
  sent: (email) =>
    `Wenn ${email} hier ein Konto hat, ist eine E-Mail unterwegs. Folgen Sie ihrem Link, um ein neues Passwort zu wählen.`,
  otherAddress: "Andere Adresse verwenden",
  resetTitle: "Neues Passwort wählen",
  resetLead: "Jedes Gerät, das jetzt angemeldet ist, wird abgemeldet.",
  reset: "Passwort festlegen",
  resetting: "Wird festgelegt …",
  deadTitle: "Dieser Link funktioniert nicht",
  deadLead: "Er gilt einmal und eine Stunde lang.",
  newLink: "Neuen Link anfordern",
  doneTitle: "Ihr neues Passwort ist festgelegt",
  doneLead: "Alle Geräte sind abgemeldet. Melden Sie sich mit dem neuen Passwort an.",
};
