import type { Texts } from "../texts.js";

export const device: Texts["device"] = {
  title: "Gerät verbinden",
  lead: "Geben Sie den Code ein, den Ihr Gerät zeigt.",
  notOffered: "Diese App kann keine Geräte verbinden.",
  warning:
    "Geben Sie nur einen Code ein, den Ihr eigenes Gerät zeigt. Hat Ihnen ein anderer Mensch einen Code geschickt, geben Sie ihn nicht ein: Dieser Mensch bekäme Zugang zu Ihrem Konto.",
  code: "Code",
  codeEmpty: "Geben Sie den Code Ihres Geräts ein.",
  codeHint: "Acht Buchstaben. Groß- und Kleinschreibung und Striche sind gleichgültig.",
  submit: "Weiter",
  checking: "Wird geprüft …",

  askTitle: (app) => `${app} erlauben?`,
  askLead: (app) => `${app} bittet auf einem Gerät um die Anmeldung bei Ihrem Konto.`,
  account: "Konto",
  from: "Gefragt von",
  unknownAddress: "Unbekannte Adresse",
  mayDo: "Darf",
  scopes: {},
  noScopes: "Nur anmelden",
  compare:
    "Erlauben Sie das nur, wenn Ihr eigenes Gerät diesen Code zeigt. Hat Ihnen ein anderer Mensch den Code geschickt, lehnen Sie ab.",
  allow: "Erlauben",
  allowing: "Wird erlaubt …",
  deny: "Ablehnen",
  denying: "Wird abgelehnt …",
  other: "Anderen Code eingeben",

  allowedTitle: "Ihr Gerät ist verbunden",
  allowedLead: (app) => `${app} ist angemeldet. Sie können diese Seite schließen.`,
  deniedTitle: "Zugang abgelehnt",
  deniedLead: (app) => `${app} bekommt keinen Zugang zu Ihrem Konto. Sie können diese Seite schließen.`,

  codes: {
    INVALID_REQUEST: "Dieser Code funktioniert nicht. Prüfen Sie die Buchstaben, oder holen Sie am Gerät einen neuen.",
    EXPIRED_TOKEN: "Dieser Code ist zu alt. Holen Sie am Gerät einen neuen.",
    ACCESS_DENIED: "Diesen Code hat ein anderer Benutzer geöffnet. Holen Sie am Gerät einen neuen.",
  },
  answered: "Dieser Code wurde schon beantwortet. Holen Sie am Gerät einen neuen.",
};
