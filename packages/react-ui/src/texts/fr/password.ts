import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "Mot de passe oublié ?",
  forgotLead: "Nous vous envoyons un lien pour en choisir un nouveau.",
  sendLink: "Envoyer le lien",
  remembered: "Vous l’avez retrouvé ?",
  sentTitle: "Consultez vos e-mails",
  sent: (email) =>
    `Si ${email} a un compte ici, un e-mail est en route. Suivez son lien pour choisir un nouveau mot de passe.`,
  otherAddress: "Utiliser une autre adresse",
  resetTitle: "Choisissez un nouveau mot de passe",
  resetLead: "Chaque appareil connecté en ce moment sera déconnecté.",
  reset: "Définir le mot de passe",
  resetting: "Enregistrement…",
  deadTitle: "Ce lien ne fonctionne pas",
  deadLead: "Il fonctionne une fois, pendant une heure.",
  newLink: "Demander un nouveau lien",
  doneTitle: "Votre nouveau mot de passe est défini",
  doneLead: "Tous les appareils sont déconnectés. Connectez-vous avec le nouveau mot de passe.",
};
