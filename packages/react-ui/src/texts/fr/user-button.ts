import type { Texts } from "../texts.js";

export const userButton: Texts["userButton"] = {
  menuOf: (name) => `Menu du compte : ${name}`,
  account: "Paramètres du compte",
  organizations: "Organisations",
  admin: "Administration",
  aboutOrganizations: "Travailler avec d’autres personnes",
  aboutAdmin: "Gérer tous les utilisateurs",
  guest: "Invité",
  aboutGuest: "Vous n’avez pas encore de compte. Ce que vous faites ici sera perdu à la déconnexion.",
  createAccount: "Créer votre compte",
  accounts: "Comptes dans ce navigateur",
  addAccount: "Ajouter un compte",
  signOutOfThis: "Se déconnecter de ce compte",
  signOutOfAll: "Se déconnecter de tous les comptes",
  signOut: "Se déconnecter",
  signingOut: "Déconnexion…",
  signOutFailed: "Le serveur est injoignable. Vous êtes toujours connecté.",
};
