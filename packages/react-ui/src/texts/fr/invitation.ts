import type { Texts } from "../texts.js";

export const invitation: Texts["invitation"] = {
  title: (organization) => `Rejoindre ${organization}`,
  unknownTitle: "Invitation",
  text: (inviter, email, organization) => `${inviter} invite ${email} dans ${organization}.`,
  textWithRole: (inviter, email, organization, role) =>
    `${inviter} invite ${email} dans ${organization}, avec le rôle ${role}.`,
  openUntil: (time) => `Ouverte jusqu’à cette date : ${time}.`,
  failed: "L’invitation n’a pas pu être chargée",
  accept: "Accepter",
  accepting: "Adhésion en cours…",
  decline: "Refuser",
  declining: "Refus en cours…",
  declined: (organization) => `Vous avez refusé. ${organization} ne reçoit aucun autre message.`,
  signUp: "Créer un compte",
  signIn: "Se connecter",
  hasAccount: "Vous avez déjà un compte ?",
  newHere: "Pas encore de compte ?",
  otherAccount: (present, invited) =>
    `Vous êtes connecté en tant que ${present}, et cette invitation est pour ${invited}.`,
  continueAs: (email) => `Continuer en tant que ${email}`,
  signingOut: "Déconnexion…",
  stay: "Rester connecté",
  closedTitle: "Cette invitation n’est pas ouverte",
  closedLead:
    "Une réponse a déjà été donnée, l’invitation a été annulée ou a expiré, ou son lien est incomplet. La personne qui vous a invité peut vous en envoyer une autre.",
  yourOrganizations: "Vos organisations",
};
