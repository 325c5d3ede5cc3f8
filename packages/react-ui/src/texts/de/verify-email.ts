import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "Ihre Adresse ist bestätigt",
  lead: (email) => `${email} gehört Ihnen. Es ist nichts weiter zu tun.`,
  elsewhereLead: "Sie können diese Seite schließen oder sich hier anmelden.",
  nextTitle: "Noch eine E-Mail",
  nextLead: (email) => `Folgen Sie jetzt dem Link in der E-Mail an ${email}: Dann ist sie bestätigt.`,
  oldTitle: "Dieser Link ist zu alt",
  oldLead: "Links zu einer Adresse gelten eine Stunde.",
  deadTitle: "Dieser Link funktioniert nicht",
  deadLead: "Vielleicht fehlt ein Teil, oder es wurde ein neuerer gesendet.",
  otherTitle: "Hier ist ein anderes Konto angemeldet",
  signInFirst: "Melden Sie sich zuerst an",
  otherLead:
    "Dieser Link gilt in dem Browser, in dem Sie angemeldet sind. Melden Sie sich dort an und folgen Sie ihm noch einmal.",
  takenTitle: "Ihre Adresse wurde nicht geändert",
  takenLead: "Diese Adresse kann für Ihr Konto nicht verwendet werden. Versuchen Sie eine andere.",
  otherAddress: "Andere Adresse wählen",
  sendAgain: "Neue E-Mail senden",
  sentAgain: (email) => `Eine neue E-Mail an ${email} ist unterwegs.`,
};
