import type { Texts } from "../texts.js";

export const device: Texts["device"] = {
  title: "Connecter un appareil",
  lead: "Saisissez le code que votre appareil affiche.",
  notOffered: "Cette application ne peut pas connecter d’appareils.",
  warning:
    "Ne saisissez qu’un code affiché par votre propre appareil. Si une autre personne vous a envoyé un code, ne le saisissez pas : cette personne aurait accès à votre compte.",
  code: "Code",
  codeEmpty: "Saisissez le code de votre appareil.",
  codeHint: "Huit lettres. Les majuscules et les tirets n’ont pas d’importance.",
  submit: "Continuer",
  checking: "Vérification…",

  askTitle: (app) => `Autoriser ${app} ?`,
  askLead: (app) => `${app} demande, sur un appareil, à être connecté à votre compte.`,
  account: "Compte",
  from: "Demandé depuis",
  unknownAddress: "Adresse inconnue",
  mayDo: "Pourra",
  scopes: {},
  noScopes: "Se connecter seulement",
  compare:
    "N’autorisez que si votre propre appareil affiche ce code. Si une autre personne vous a envoyé le code, refusez.",
  allow: "Autoriser",
  allowing: "Autorisation…",
  deny: "Refuser",
  denying: "Refus…",
  other: "Saisir un autre code",

  allowedTitle: "Votre appareil est connecté",
  allowedLead: (app) => `${app} est connecté. Vous pouvez fermer cette page.`,
  deniedTitle: "Accès refusé",
  deniedLead: (app) => `${app} n’a pas accès à votre compte. Vous pouvez fermer cette page.`,

  codes: {
    INVALID_REQUEST: "Ce code ne fonctionne pas. Vérifiez les lettres, ou demandez un nouveau code sur votre appareil.",
    EXPIRED_TOKEN: "Ce code est trop ancien. Demandez-en un nouveau sur votre appareil.",
    ACCESS_DENIED: "Un autre utilisateur a ouvert ce code. Demandez-en un nouveau sur votre appareil.",
  },
  answered: "Ce code a déjà reçu une réponse. Demandez-en un nouveau sur votre appareil.",
};
