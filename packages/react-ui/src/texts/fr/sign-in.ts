import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "Se connecter",
  titleOf: (appName) => `Se connecter à ${appName}`,
  emailOrUsername: "E-mail ou nom d’utilisateur",
  emailOrUsernameEmpty: "Saisissez votre adresse e-mail ou votre nom d’utilisateur.",
  invalidUsername: "Aucun nom d’utilisateur n’a cette forme. Vérifiez-le, ou utilisez votre adresse e-mail.",
  rememberMe: "Rester connecté",
  rememberMeHint: "Sinon, jusqu’à la fermeture du navigateur.",
  submit: "Se connecter",
  submitting: "Connexion…",
  passkey: "Se connecter avec une clé d’accès",
  passkeyBusy: "Regardez votre appareil…",
  magicLink: "M’envoyer un lien par e-mail",
  emailCode: "M’envoyer un code par e-mail",
  guest: "Continuer comme invité",
  guestBusy: "Un instant…",
  lastUsed: "Dernier utilisé",
  forgotPassword: "Mot de passe oublié ?",
  newHere: "Pas encore de compte ?",
  signUp: "Créer un compte",
  noMethod: "Aucun moyen de connexion n’est configuré ici.",
};
