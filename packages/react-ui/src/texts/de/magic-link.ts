import type { Texts } from "../texts.js";

export const magicLink: Texts["magicLink"] = {
  title: "Per E-Mail anmelden",
  titleOf: (appName) => `Per E-Mail bei ${appName} anmelden`,
  lead: "Wir senden Ihnen einen Link, der Sie ohne Passwort anmeldet.",
  leadForAll: "Wir senden Ihnen einen Link, der Sie ohne Passwort anmeldet. Eine neue Adresse bekommt ein Konto.",
  send: "Link senden",
  otherWay: "Anders anmelden",
  notOffered: "Die Anmeldung per E-Mail ist hier nicht eingerichtet.",

  sentTitle: "Sehen Sie in Ihre E-Mails",
  sent: (email) =>
    `Eine E-Mail an ${email} ist unterwegs. Öffnen Sie den Link darin in diesem Browser, um sich anzumelden.`,
  sentToAccount: (email) =>
    `Wenn ${email} hier ein Konto hat, ist eine E-Mail unterwegs. Öffnen Sie den Link darin in diesem Browser, um sich anzumelden.`,
  codeLead: "Ist die E-Mail auf einem anderen Gerät? Geben Sie ihren Code hier ein.",
  wrongCode: "Dieser Code ist falsch oder zu alt. Nehmen Sie die neueste E-Mail.",
  tooManyCodes: "Zu viele falsche Codes. Öffnen Sie den Link in der E-Mail, oder fordern Sie eine neue an.",
  sendAgain: "Neue E-Mail senden",
  sentAgain: "Eine neue E-Mail ist unterwegs.",
  otherAddress: "Andere Adresse verwenden",

  confirmTitle: "Hier anmelden?",
  confirmTitleOf: (appName) => `Hier bei ${appName} anmelden?`,
  confirm: (email) => `Das meldet diesen Browser als ${email} an.`,
  confirmHint: "Wenn Sie diesen Link nicht angefordert haben, schließen Sie diese Seite.",

  deadTitle: "Dieser Link funktioniert nicht",
  deadLead: "Er gilt einmal und höchstens zehn Minuten lang. Vielleicht wurde schon ein neuerer verwendet.",
  failedTitle: "Sie sind nicht angemeldet",
  newLink: "Neuen Link anfordern",
};
