import type { Texts } from "../texts.js";

export const stepUp: Texts["stepUp"] = {
  title: "Confirmez votre identité",
  lead: "Votre connexion date un peu, et cette étape demande une preuve plus récente.",
  leadFactor: "Cette étape demande votre second facteur.",
  submit: "Continuer",
  submitting: "Un instant…",
  comeBack: "Vous revenez ensuite à cet écran. Répétez alors l’étape.",
  getPassword: "Définir un mot de passe par e-mail",
  noMethod: "Seule une nouvelle connexion peut le confirmer.",
  signInAgain: "Se déconnecter et se reconnecter",
};
