import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "Mit Code anmelden",
  titleOf: (appName) => `Mit Code bei ${appName} anmelden`,
  lead: "Wir senden einen Code an Ihre E-Mail-Adresse. Ein Passwort brauchen Sie nicht.",
  leadForAll:
    "Wir senden einen Code an Ihre E-Mail-Adresse. Ein Passwort brauchen Sie nicht. Eine neue Adresse bekommt ein Konto.",
  send: "Code senden",
  otherWay: "Anders anmelden",
  notOffered: "Die Anmeldung mit Code ist hier nicht eingerichtet.",

  sentTitle: "Geben Sie Ihren Code ein",
  sent: (email) => `Ein Code an ${email} ist unterwegs.`,
  sentToAccount: (email) => `Wenn ${email} hier ein Konto hat, ist ein Code unterwegs.`,
  wrongCode: "Dieser Code ist falsch oder zu alt. Nehmen Sie die neueste E-Mail.",
  tooManyCodes: "Zu viele falsche Codes. Fordern Sie einen neuen an.",
  sendAgain: "Neuen Code senden",
  sentAgain: "Eine neue E-Mail ist unterwegs.",
  otherAddress: "Andere Adresse verwenden",
  numberSent:
    "Damit sicher ist, dass diese Nummer noch Ihnen gehört, senden wir auch einen Code an Ihre E-Mail-Adresse.",
  numberInDoubt: "Wir sind nicht sicher, ob diese Nummer noch Ihnen gehört. Melden Sie sich auf einem anderen Weg an.",
};
