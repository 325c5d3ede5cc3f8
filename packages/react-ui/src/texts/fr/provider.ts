import type { Texts } from "../texts.js";

export const provider: Texts["provider"] = {
  continueWith: (name) => `Continuer avec ${name}`,
  continueWithOne: "Continuer avec",
  going: (name) => `Ouverture de ${name}…`,
  opening: "Ouverture…",
  unavailable: (name) => `${name} est injoignable pour le moment. Réessayez dans un instant.`,
  theProvider: "le fournisseur",
  codes: {
    access_denied: (name) => `Vous avez refusé l’accès chez ${name}, et rien n’a été modifié.`,
    temporarily_unavailable: (name) => `${name} n’est pas disponible pour le moment. Réessayez dans un instant.`,
    server_error: (name) => `Une erreur s’est produite chez ${name}. Réessayez dans un instant.`,
    banned: () => "Ce compte est banni. Adressez-vous à un administrateur si c’est une erreur.",
    too_many_requests: () => "Trop de tentatives. Attendez une minute, puis réessayez.",
    please_restart_the_process: () =>
      "Cela a pris trop de temps, ou a continué dans un autre navigateur ou onglet. Recommencez.",
    state_not_found: () => "Cela a pris trop de temps, ou a continué dans un autre navigateur ou onglet. Recommencez.",
    email_not_found: (name) => `${name} ne nous a pas donné d’adresse e-mail, et un compte ici en a besoin.`,
    email_not_verified: () => "Vérifiez d’abord votre adresse e-mail : le lien est dans un e-mail que vous avez reçu.",
    signup_disabled: (name) =>
      `Les nouveaux utilisateurs ne peuvent pas s’inscrire avec ${name}. Créez d’abord un compte, puis associez-le.`,
    account_not_linked: (name) =>
      `Votre adresse a déjà un compte ici. Connectez-vous autrement, puis associez ${name} dans les paramètres de votre compte.`,
    account_already_linked_to_different_user: (name) =>
      `Ce compte chez ${name} est associé à un autre utilisateur. Dissociez-le d’abord là-bas.`,
    unable_to_link_account: (name) =>
      `${name} n’a pas été associé : vous y avez peut-être une autre adresse e-mail que chez nous.`,
    unable_to_create_user: () => "Aucun compte n’a pu être créé : votre nom ou votre adresse est peut-être déjà pris.",
    step_up_not_proven: (name) =>
      `${name} n’a pas confirmé votre identité. Reconnectez-vous là-bas, avec le compte associé ici.`,
    unable_to_create_session: () => "Une erreur s’est produite de notre côté, et rien n’a été modifié. Réessayez.",
    internal_server_error: () => "Une erreur s’est produite de notre côté, et rien n’a été modifié. Réessayez.",
    invalid_callback_request: (name) => `${name} vous a renvoyé sans les données d’une connexion. Réessayez.`,
    no_code: (name) => `${name} vous a renvoyé sans les données d’une connexion. Réessayez.`,
    no_callback_url: (name) => `${name} vous a renvoyé sans les données d’une connexion. Réessayez.`,
    invalid_code: (name) => `${name} n’a pas pu nous dire qui vous êtes. Réessayez.`,
    unable_to_get_user_info: (name) => `${name} n’a pas pu nous dire qui vous êtes. Réessayez.`,
    oauth_provider_not_found: () => "Ce moyen de connexion n’est pas proposé ici.",
  },
  failed: (name) => `La connexion avec ${name} a échoué. Réessayez.`,
  otherCode: (name, code) => `La connexion avec ${name} a échoué (${code}). Réessayez.`,
};
