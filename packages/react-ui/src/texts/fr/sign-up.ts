import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "Créer un compte",
  titleOf: (appName) => `Créer votre compte ${appName}`,
  nameEmpty: "Saisissez votre nom.",
  usernameHint: "Plus court à saisir lors de la connexion.",
  invitedEmail: "Votre invitation est pour cette adresse.",
  submit: "Créer le compte",
  submitting: "Création…",
  emailCode: "S’inscrire avec un code",
  phone: "S’inscrire avec un numéro de téléphone",
  hasAccount: "Vous avez déjà un compte ?",
  closed: "Les nouveaux utilisateurs ne peuvent pas s’inscrire ici.",
  sentTitle: "Consultez vos e-mails",
  sent: (email) => `Nous avons envoyé un lien à ${email}. Suivez-le pour vérifier votre adresse.`,
};
