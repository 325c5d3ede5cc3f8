import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `Kontomenü: ${name}`,
  account: "Konto",
  organizations: "Organisationen",
  admin: "Verwaltung",
  aboutOrganizations: "Mit anderen zusammenarbeiten",
  aboutAdmin: "Alle Benutzer verwalten",
  guest: "Gast",
  aboutGuest: "Sie haben noch kein Konto. Was Sie hier tun, geht beim Abmelden verloren.",
  createAccount: "Ihr Konto erstellen",
  accounts: "Konten in diesem Browser",
  addAccount: "Konto hinzufügen",
  signOutOfThis: "Von diesem Konto abmelden",
  signOutOfAll: "Von allen Konten abmelden",
  signOut: "Abmelden",
  signingOut: "Abmeldung läuft …",
  signOutFailed: "Der Server ist nicht erreichbar. Sie sind noch angemeldet.",
};
