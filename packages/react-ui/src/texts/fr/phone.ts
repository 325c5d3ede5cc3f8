import type { Texts } from "../texts.js";

export const phone: Texts["phone"] = {
  title: "Se connecter par téléphone",
  titleOf: (appName) => `Se connecter à ${appName} par téléphone`,
  lead: "Nous envoyons un code à votre téléphone. Aucun mot de passe n’est nécessaire.",
  leadForAll:
    "Nous envoyons un code à votre téléphone. Aucun mot de passe n’est nécessaire. Un nouveau numéro reçoit un compte.",
  country: "Pays",
  countryEmpty: "Choisissez votre pays, ou commencez le numéro par +.",
  chooseCountry: "Choisir un pays",
  number: "Numéro de téléphone",
  numberEmpty: "Saisissez votre numéro de téléphone.",
  numberHint: "Avec ou sans l’indicatif du pays.",
  numberOfCountry: (country) => `Un numéro de mobile, pays : ${country}.`,
  invalidNumber: "Ce n’est pas un numéro de téléphone de ce pays. Vérifiez les chiffres.",
  notAllowed:
    "Nous ne pouvons pas envoyer de code à ce numéro. Utilisez un numéro de mobile d’un des pays de la liste.",
  send: "Envoyer le code",
  otherWay: "Se connecter autrement",
  notOffered: "La connexion par téléphone n’est pas configurée ici.",

  sentTitle: "Saisissez votre code",
  numberIn: (number, country) => (country ? `${number} (${country})` : number),
  sent: (number) => `Un code est en route vers le ${number}.`,
  sentToAccount: (number) => `Si le ${number} a un compte ici, un code est en route.`,
  wrongCode: "Ce code est incorrect ou trop ancien. Utilisez le message le plus récent.",
  tooManyCodes: "Trop de codes incorrects. Envoyez un nouveau code.",
  sendAgain: "Envoyer un nouveau code",
  sentAgain: "Un nouveau message est en route.",
  otherNumber: "Utiliser un autre numéro",

  present: "Numéro actuel",
  newNumber: "Nouveau numéro de téléphone",
  addLead: "Un code envoyé à votre téléphone vous connecte ensuite.",
  changeLead: "Un code envoyé au nouveau numéro confirme le changement. D’ici là, votre numéro actuel reste valable.",
  verify: "Confirmer le numéro",
  verifying: "Confirmation…",
  taken: "Un autre compte utilise ce numéro.",
  saved: "Votre numéro de téléphone est enregistré.",
};
