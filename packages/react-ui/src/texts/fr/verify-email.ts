import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "Votre adresse est vérifiée",
  lead: (email) => `${email} est à vous. Vous n’avez rien d’autre à faire.`,
  elsewhereLead: "Vous pouvez fermer cette page, ou vous connecter ici.",
  nextTitle: "Encore un e-mail",
  nextLead: (email) => `Suivez maintenant le lien de l’e-mail envoyé à ${email} : l’adresse sera alors vérifiée.`,
  oldTitle: "Ce lien est trop ancien",
  oldLead: "Les liens concernant une adresse fonctionnent pendant une heure.",
  deadTitle: "Ce lien ne fonctionne pas",
  deadLead: "Il en manque peut-être une partie, ou un lien plus récent a été envoyé.",
  otherTitle: "Un autre compte est connecté ici",
  signInFirst: "Connectez-vous d’abord",
  otherLead:
    "Ce lien fonctionne dans le navigateur où vous êtes connecté. Connectez-vous là-bas, puis suivez-le encore une fois.",
  takenTitle: "Votre adresse n’a pas été modifiée",
  takenLead: "Cette adresse ne peut pas être utilisée pour votre compte. Essayez-en une autre.",
  otherAddress: "Choisir une autre adresse",
  sendAgain: "Envoyer un nouvel e-mail",
  sentAgain: (email) => `Un nouvel e-mail est en route vers ${email}.`,
};
