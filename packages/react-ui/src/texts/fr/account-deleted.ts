import type { Texts } from "../texts.js";

export const accountDeleted: Texts["accountDeleted"] = {
  title: "Votre compte est supprimé",
  lead: "Toutes ses données sont supprimées.",
  home: "Retour à l’accueil",
  againTitle: "Confirmez votre identité",
  againLead: "Votre connexion date un peu. La suppression d’un compte demande une preuve plus récente.",
  again: "Confirmer",
  keep: "Garder mon compte",
  readyTitle: "Merci",
  readyLead: "Suivez maintenant encore une fois le lien de l’e-mail pour supprimer votre compte.",
  notTitle: "Votre compte n’a pas été supprimé",
  notLead: "Ce lien ne fonctionne pas : il a déjà servi, date de plus d’un jour ou appartient à un autre compte.",
  signedOutLead:
    "Ce lien fonctionne dans le navigateur où vous êtes connecté. Connectez-vous, puis suivez-le encore une fois.",
  newLink: "Demander un nouveau lien",
  organizations: "Vos organisations",
  reasons: {
    you_are_the_only_owner_of_an_organization:
      "Vous êtes le seul propriétaire d’une organisation. Nommez un autre membre propriétaire, ou supprimez-la. Suivez ensuite encore une fois le lien.",
    admins_cannot_delete_themselves:
      "Vous êtes administrateur. Un autre administrateur doit d’abord changer votre rôle.",
  },
};
