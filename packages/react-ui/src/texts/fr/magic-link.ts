import type { Texts } from "../texts.js";

export const magicLink: Texts["magicLink"] = {
  title: "Se connecter par e-mail",
  titleOf: (appName) => `Se connecter à ${appName} par e-mail`,
  lead: "Nous vous envoyons un lien qui vous connecte sans mot de passe.",
  leadForAll: "Nous vous envoyons un lien qui vous connecte sans mot de passe. Une nouvelle adresse reçoit un compte.",
  send: "Envoyer le lien",
  otherWay: "Se connecter autrement",
  notOffered: "La connexion par e-mail n’est pas configurée ici.",
  sentTitle: "Consultez vos e-mails",
  sent: (email) => `Un e-mail est en route vers ${email}. Ouvrez son lien dans ce navigateur pour vous connecter.`,
  sentToAccount: (email) =>
    `Si ${email} a un compte ici, un e-mail est en route. Ouvrez son lien dans ce navigateur pour vous connecter.`,
  codeLead: "L’e-mail est sur un autre appareil ? Saisissez ici son code.",
  wrongCode: "Ce code est incorrect ou trop ancien. Utilisez l’e-mail le plus récent.",
  tooManyCodes: "Trop de codes incorrects. Ouvrez le lien de l’e-mail, ou envoyez-en un nouveau.",
  sendAgain: "Envoyer un nouvel e-mail",
  sentAgain: "Un nouvel e-mail est en route.",
  otherAddress: "Utiliser une autre adresse",
  confirmTitle: "Se connecter ici ?",
  confirmTitleOf: (appName) => `Se connecter à ${appName} ici ?`,
  confirm: (email) => `Ce navigateur sera connecté en tant que ${email}.`,
  confirmHint: "Si vous n’avez pas demandé ce lien, fermez cette page.",
  deadTitle: "Ce lien ne fonctionne pas",
  deadLead: "Il fonctionne une fois, pendant dix minutes au plus. Un lien plus récent a peut-être servi.",
  failedTitle: "Vous n’êtes pas connecté",
  newLink: "Demander un nouveau lien",
};
