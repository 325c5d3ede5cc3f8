import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "Ihr Konto ist gelöscht",
  lead: "Alle seine Daten sind gelöscht.",
  home: "Zur Startseite",
  againTitle: "Bestätigen Sie, dass Sie es sind",
  againLead: "Ihre Anmeldung liegt länger zurück. Zum Löschen eines Kontos brauchen wir einen neueren Nachweis.",
  again: "Bestätigen",
  keep: "Mein Konto behalten",
  readyTitle: "Danke",
  readyLead: "Folgen Sie jetzt noch einmal dem Link in der E-Mail, um Ihr Konto zu löschen.",
  notTitle: "Ihr Konto wurde nicht gelöscht",
  notLead:
    "Dieser Link funktioniert nicht: Er wurde schon benutzt, ist älter als einen Tag oder gehört zu einem anderen Konto.",
  signedOutLead:
    "Dieser Link gilt in dem Browser, in dem Sie angemeldet sind. Melden Sie sich an und folgen Sie ihm noch einmal.",
  newLink: "Neuen Link anfordern",
  organizations: "Ihre Organisationen",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "Sie sind der einzige Inhaber einer Organisation. Machen Sie ein anderes Mitglied zum Inhaber oder löschen Sie sie. Folgen Sie dann noch einmal dem Link.",
    admins_cannot_delete_themselves: "Sie sind Administrator. Ein anderer Administrator muss zuerst Ihre Rolle ändern.",
  },
};
