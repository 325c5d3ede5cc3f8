import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "Se connecter avec un code",
  titleOf: (appName) => `Se connecter à ${appName} avec un code`,
  lead: "Nous envoyons un code à votre adresse e-mail. Aucun mot de passe n’est nécessaire.",
  leadForAll:
    "Nous envoyons un code à votre adresse e-mail. Aucun mot de passe n’est nécessaire. Une nouvelle adresse reçoit un compte.",
  send: "Envoyer le code",
  otherWay: "Se connecter autrement",
  notOffered: "La connexion avec un code n’est pas configurée ici.",
  sentTitle: "Saisissez votre code",
  sent: (email) => `Un code est en route vers ${email}.`,
  sentToAccount: (email) => `Si ${email} a un compte ici, un code est en route.`,
  wrongCode: "Ce code est incorrect ou trop ancien. Utilisez l’e-mail le plus récent.",
  tooManyCodes: "Trop de codes incorrects. Envoyez un nouveau code.",
  sendAgain: "Envoyer un nouveau code",
  sentAgain: "Un nouvel e-mail est en route.",
  otherAddress: "Utiliser une autre adresse",
  numberSent:
    "Pour nous assurer que ce numéro est toujours le vôtre, nous envoyons aussi un code à votre adresse e-mail.",
  numberInDoubt: "Nous ne sommes pas sûrs que ce numéro soit toujours le vôtre. Connectez-vous autrement.",
};
