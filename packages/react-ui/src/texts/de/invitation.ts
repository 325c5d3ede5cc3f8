import type { Texts } from "../texts.js";

export const invitation: Texts["invitation"] = {
  title: (organization) => `${organization} beitreten`,
  unknownTitle: "Einladung",
  text: (inviter, email, organization) => `${inviter} lädt ${email} zu ${organization} ein.`,
  textWithRole: (inviter, email, organization, role) => `${inviter} lädt ${email} zu ${organization} ein, als ${role}.`,
  openUntil: (time) => `Offen bis ${time}.`,
  failed: "Die Einladung konnte nicht geladen werden",
  accept: "Annehmen",
  accepting: "Beitritt läuft …",
  decline: "Ablehnen",
  declining: "Wird abgelehnt …",
  declined: (organization) => `Sie haben abgelehnt. ${organization} bekommt keine weitere Nachricht.`,
  signUp: "Konto erstellen",
  signIn: "Anmelden",
  hasAccount: "Haben Sie schon ein Konto?",
  newHere: "Noch kein Konto?",
  otherAccount: (present, invited) => `Sie sind als ${present} angemeldet, und diese Einladung ist für ${invited}.`,
  continueAs: (email) => `Weiter als ${email}`,
  signingOut: "Abmeldung läuft …",
  stay: "Angemeldet bleiben",
  closedTitle: "Diese Einladung ist nicht offen",
  closedLead:
    "Sie wurde beantwortet oder zurückgezogen, sie ist abgelaufen, oder ihr Link ist unvollständig. Das Mitglied, das Sie eingeladen hat, kann eine neue senden.",
  yourOrganizations: "Ihre Organisationen",
};
