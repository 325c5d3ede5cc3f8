import { keyEmails } from "./api-keys/fr.js";
import type { EmailLanguage } from "./language/language.js";
import { newDevice } from "./new-device/fr.js";

// Named here too, for apps that infer types.
export type { EmailLanguage };

/**
 * The emails in French. No native speaker has read them yet.
 *
 * @example nodemailer(transport, { from, languages: [french] })
 */
export const french: EmailLanguage = {
  locale: "fr",
  hello: (name) => (name === null ? "Bonjour," : `Bonjour ${name},`),
  orCopy: "Ou copiez cette adresse dans votre navigateur :",
  goTo: (app) => `Aller à ${app}`,
  actNow: "Si ce n’était pas vous, agissez maintenant.",
  noAction: "Si c’était vous, vous n’avez rien à faire.",
  notAsked: "Si vous n’avez pas demandé cet e-mail, vous n’avez rien à faire.",
  about: ({ app, to }) => `Cela concerne votre compte ${app}, ${to}.`,
  secure: (app) =>
    `Si ce n’était pas vous, allez maintenant sur ${app}, réinitialisez votre mot de passe et déconnectez-vous partout.`,
  emails: {
    "verify-email": ({ app, to, duration, asksForPassword }) => ({
      subject: `Confirmez votre adresse e-mail pour ${app}`,
      preview: `${to} est-elle votre adresse ?`,
      heading: "Confirmez votre adresse e-mail",
      paragraphs: [
        `Veuillez confirmer que ${to} est votre adresse e-mail pour ${app}.`,
        ...(asksForPassword
          ? [
              `Il y a eu plusieurs inscriptions avec cette adresse. Pour protéger votre compte, aucun mot de passe antérieur ne fonctionne : après la confirmation, allez sur ${app} et demandez-en un nouveau.`,
            ]
          : []),
      ],
      label: "Confirmer l’adresse",
      notes: [
        `Le lien fonctionne pendant ${duration}.`,
        `Si ce n’est pas vous qui avez donné cette adresse à ${app}, n’ouvrez pas le lien : il confirmerait le compte d’une autre personne avec votre adresse.`,
      ],
    }),
    "reset-password": ({ app, to, duration }) => ({
      subject: `Réinitialisez votre mot de passe ${app}`,
      heading: "Choisissez un nouveau mot de passe",
      paragraphs: [`Un nouveau mot de passe a été demandé pour le compte ${to} de ${app}.`],
      label: "Choisir un nouveau mot de passe",
      notes: [
        `Le lien fonctionne une fois, pendant ${duration}.`,
        "Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe ne change pas.",
      ],
    }),
    "confirm-email-change": ({ app, to, duration, newEmail }) => ({
      subject: `Autorisez la nouvelle adresse e-mail de votre compte ${app}`,
      preview: `De ${to} à ${newEmail} ?`,
      heading: "Autorisez votre nouvelle adresse e-mail",
      paragraphs: [
        `Vous avez demandé à changer l’adresse e-mail de votre compte ${app} de ${to} à ${newEmail}.`,
        "L’adresse ne change pas tant que vous ne l’autorisez pas. Ouvrez le lien dans le navigateur où vous êtes connecté.",
      ],
      label: "Autoriser le changement",
      notes: [
        `Le lien fonctionne une fois, pendant ${duration}.`,
        "Si ce n’était pas vous, n’ouvrez pas le lien et changez votre mot de passe : une autre personne est peut-être connectée à votre compte.",
      ],
    }),
    "delete-account": ({ app, to, duration }) => ({
      subject: `Confirmez la suppression de votre compte ${app}`,
      preview: "C’est irréversible.",
      heading: "Supprimer votre compte ?",
      paragraphs: [
        `Vous avez demandé à supprimer votre compte ${app}, ${to}, avec tout son contenu. C’est irréversible.`,
        "Ouvrez le lien dans le navigateur où vous êtes connecté.",
      ],
      label: "Supprimer mon compte",
      notes: [
        `Le lien fonctionne une fois, pendant ${duration}.`,
        "Si ce n’était pas vous, n’ouvrez pas le lien et changez votre mot de passe : une autre personne est peut-être connectée à votre compte.",
      ],
    }),
    "already-registered": ({ app, to }) => ({
      subject: `Vous avez déjà un compte chez ${app}`,
      preview: "Connectez-vous au lieu de vous inscrire.",
      heading: "Vous avez déjà un compte",
      paragraphs: [
        `Une inscription chez ${app} avec ${to} a été tentée. Cette adresse a déjà un compte.`,
        "Si c’était vous, connectez-vous. Si vous avez oublié votre mot de passe, réinitialisez-le là-bas.",
      ],
      label: `Aller à ${app}`,
      notes: ["Si ce n’était pas vous, vous n’avez rien à faire : votre compte n’a été ni ouvert ni modifié."],
    }),
    "email-changed": ({ app, to, newEmail }) => ({
      subject: `L’adresse e-mail de votre compte ${app} a été modifiée`,
      preview: `De ${to} à ${newEmail}.`,
      heading: "Votre adresse e-mail a été modifiée",
      paragraphs: [
        `L’adresse e-mail de votre compte ${app} est passée de ${to} à ${newEmail}.`,
        "Si ce n’était pas vous, ou si la nouvelle adresse est fausse, annulez le changement : votre compte retrouve cette adresse, et vous êtes déconnecté partout.",
      ],
      label: "Annuler le changement",
      notes: [
        `Tant que vous n’avez pas confirmé ${newEmail} dans le navigateur où vous êtes connecté, cette adresse permet encore de récupérer votre compte. Ensuite, le lien fonctionne pendant 7 jours.`,
        "Si tout est correct, vous n’avez rien à faire.",
      ],
    }),
    "magic-link.sign-in": ({ app, to, duration, code, isNew }) => ({
      subject: `Se connecter à ${app}`,
      heading: `Se connecter à ${app}`,
      paragraphs: [
        isNew
          ? `Suivez ce lien pour créer un compte ${app} pour ${to}.`
          : `Suivez ce lien pour vous connecter à votre compte ${app}, ${to}.`,
        ...(code === null
          ? []
          : [
              `Ou saisissez ce code dans le navigateur où vous avez demandé cet e-mail : ${code}. Il fonctionne pendant 5 minutes.`,
            ]),
      ],
      label: "Se connecter",
      notes: [
        `Le lien fonctionne une fois, pendant ${duration}. Ne le transférez pas.`,
        "Si vous n’avez pas demandé cet e-mail, vous n’avez rien à faire. Sans le lien, personne ne se connecte.",
      ],
    }),
    "email-otp.code": ({ app, duration, code, effect }) => ({
      subject: `Votre code ${app}`,
      preview: `Le code fonctionne pendant ${duration}.`,
      heading: "Votre code",
      paragraphs: [`${effect} :`, code, "Saisissez-le dans le navigateur où vous l’avez demandé."],
      label: `Aller à ${app}`,
      notes: [
        `Le code fonctionne une fois, pendant ${duration}. Ne le donnez à personne.`,
        "Si vous n’avez pas demandé cet e-mail, vous n’avez rien à faire. Sans le code, rien ne se passe.",
      ],
    }),
    "two-factor.code": ({ app, duration, code }) => ({
      subject: `${code} est votre code ${app}`,
      preview: `Il fonctionne pendant ${duration}.`,
      heading: "Votre code de connexion",
      paragraphs: [`Votre code ${app} est ${code}. Ne le partagez pas : nous ne le demandons jamais.`],
      label: `Aller à ${app}`,
      notes: [
        `Le code fonctionne pendant ${duration}.`,
        "Si vous n’avez pas cherché à vous connecter, une autre personne connaît peut-être votre mot de passe : changez-le maintenant.",
      ],
    }),
    "phone-number.claimed": ({ app, to, number, until }) => ({
      subject: `Une autre personne utilise le numéro de téléphone de votre compte ${app}`,
      heading: "Est-ce toujours votre numéro ?",
      paragraphs: [
        `Une autre personne a vérifié le numéro de téléphone ${number} de votre compte ${app}, ${to}. Le numéro seul n’ouvre plus votre compte.`,
        `Si le numéro est à vous, connectez-vous et vérifiez-le de nouveau avant le ${until}. Sinon, il quittera votre compte.`,
      ],
      label: `Aller sur ${app}`,
      notes: ["Si vous avez abandonné ce numéro, vous n’avez rien à faire : votre compte reste le vôtre."],
    }),
    "phone-number.code": ({ app, code, duration, until }) => ({
      subject: `${code} est votre code pour ${app}`,
      heading: "Votre code de connexion",
      paragraphs: [
        `Le numéro de téléphone de votre compte ${app} a été vérifié. Vous ne l’avez pas utilisé depuis longtemps, ou il est maintenant à une autre personne. Ce code est donc aussi nécessaire : ${code}.`,
        "Saisissez-le dans le navigateur où vous avez saisi le code reçu par téléphone.",
      ],
      label: `Aller sur ${app}`,
      notes: [
        `Le code fonctionne une fois, pendant ${duration}. Ne le donnez à personne.`,
        `Si ce n’était pas vous, le numéro a un autre titulaire : il quittera votre compte après le ${until}, et votre compte reste le vôtre.`,
      ],
    }),
    "two-factor.recovery": ({ app, to, from }) => ({
      subject: `Votre second facteur chez ${app} sera retiré`,
      preview: "Si ce n’était pas vous, arrêtez-le maintenant.",
      heading: "Votre second facteur sera retiré",
      paragraphs: [
        `Une personne qui a réussi la première étape de connexion à votre compte ${app}, ${to}, a demandé à se connecter sans le second facteur. Ce sera possible à partir du ${from}.`,
        "Si ce n’était pas vous, arrêtez-le maintenant et changez votre mot de passe.",
      ],
      label: "Arrêter",
      notes: ["Si c’était vous, vous n’avez rien à faire d’ici là."],
    }),
    "organization.invitation": ({ app, until, organization, inviter }) => ({
      subject: `Invitation à rejoindre ${organization ?? "une organisation"} sur ${app}`,
      heading: `Invitation à rejoindre ${organization ?? "une organisation"}`,
      paragraphs: [
        `${inviter ?? "Un membre"} vous invite à rejoindre ${organization ?? "une organisation"} sur ${app}.`,
      ],
      label: "Voir l’invitation",
      notes: [
        `L’invitation est ouverte jusqu’au ${until}.`,
        "Si vous n’attendiez pas cette invitation, ignorez cet e-mail. Ne le transférez pas : le lien prouve l’accès à votre adresse e-mail.",
      ],
    }),
    "devices.new-device": newDevice,
    ...keyEmails,
    "unknown-address": ({ app, to }) => ({
      subject: `Aucun compte ${app} n’a cette adresse`,
      heading: "Aucun compte n’a cette adresse",
      paragraphs: [
        `Une connexion à ${app} a été demandée avec votre adresse, ${to}. Aucun compte n’a cette adresse.`,
        "Si vous avez un compte, connectez-vous avec son adresse.",
      ],
      label: `Aller à ${app}`,
      notes: ["Si vous n’avez pas demandé cet e-mail, vous n’avez rien à faire."],
    }),
  },
  effects: {
    "sign-in": ({ app, to }) => `Ce code vous connecte à votre compte ${app}, ${to}`,
    "sign-up": ({ app, to }) => `Ce code crée un compte ${app} pour ${to}`,
    "email-verification": ({ app, to }) => `Ce code confirme que ${to} appartient à votre compte ${app}`,
    "forget-password": ({ app, to }) => `Ce code définit un nouveau mot de passe pour votre compte ${app}, ${to}`,
    "change-email": ({ app, to }) => `Ce code autorise votre compte ${app}, ${to}, à changer d’adresse`,
    "new-email": ({ app, to }) => `Avec ce code, l’adresse de votre compte ${app} devient ${to}`,
  },
  notices: {
    "password-changed": () => ({ heading: "Votre mot de passe a été modifié", text: "Le mot de passe a été modifié." }),
    "account-linked": ({ name }) => ({
      heading: "Un moyen de connexion a été ajouté",
      text: `Un compte chez ${name} a été associé et permet de se connecter.`,
    }),
    "account-unlinked": ({ name }) => ({
      heading: "Un moyen de connexion a été retiré",
      text: `Le compte chez ${name} a été dissocié et ne permet plus de se connecter.`,
    }),
    "password-removed": () => ({
      heading: "Votre mot de passe a été retiré",
      text: "Le mot de passe a été retiré et ne permet plus de se connecter.",
    }),
    "passkey.added": ({ name }) => ({
      heading: "Une clé d’accès a été ajoutée",
      text: `La clé d’accès ${name} a été ajoutée. Elle permet de se connecter sans mot de passe.`,
    }),
    "passkey.deleted": ({ name }) => ({
      heading: "Une clé d’accès a été supprimée",
      text: `La clé d’accès ${name} a été supprimée. Elle ne permet plus de se connecter.`,
    }),
    "passkey.cloned": ({ name }) => ({
      heading: "Une clé d’accès a peut-être été copiée",
      text: `Une connexion avec la clé d’accès ${name} a été refusée : il en existe peut-être une copie. Supprimez-la, et ajoutez-en une nouvelle.`,
    }),
    "phone-number.changed": ({ number }) => ({
      heading: "Votre numéro de téléphone a été modifié",
      text: `Le numéro de téléphone est maintenant ${number}. Un code envoyé à ce numéro permet de se connecter.`,
    }),
    "phone-number.removed": ({ number }) => ({
      heading: "Votre numéro de téléphone a été retiré",
      text: `Le numéro de téléphone ${number} a été retiré du compte. Il ne permet plus de se connecter.`,
    }),
    "username.changed": () => ({
      heading: "Votre nom d’utilisateur a été modifié",
      text: "Le nom d’utilisateur a été modifié.",
    }),
    "two-factor.enabled": () => ({
      heading: "Un second facteur a été activé",
      text: "Un second facteur a été activé.",
    }),
    "two-factor.disabled": () => ({
      heading: "Le second facteur a été désactivé",
      text: "Le second facteur a été désactivé.",
    }),
    "two-factor.reset": () => ({
      heading: "Le second facteur a été réinitialisé",
      text: "Un administrateur a réinitialisé le second facteur.",
    }),
    "two-factor.backup-codes-renewed": () => ({
      heading: "Vous avez de nouveaux codes de secours",
      text: "De nouveaux codes de secours ont été créés, et les anciens ne sont plus valables.",
    }),
    "two-factor.backup-code-used": () => ({
      heading: "Un code de secours a été utilisé",
      text: "Un code de secours a été utilisé.",
    }),
    "two-factor.device-trusted": () => ({
      heading: "Un navigateur est de confiance",
      text: "Un navigateur est maintenant de confiance : le second facteur ne lui est pas demandé.",
    }),
    "two-factor.recovery-finished": () => ({
      heading: "Les seconds facteurs ont été retirés",
      text: "Une récupération a retiré les seconds facteurs.",
    }),
    "two-factor.closed": () => ({
      heading: "Les codes ne sont plus acceptés",
      text: "Après cent codes incorrects, les codes ne sont plus acceptés. Une connexion avec un autre second facteur, ou l’assistance, les autorise de nouveau.",
    }),
  },
  left: (count) =>
    count === 1
      ? "Il vous reste 1 code de secours. Créez-en de nouveaux dans les paramètres de votre compte."
      : `Il vous reste ${count} codes de secours. Créez-en de nouveaux dans les paramètres de votre compte.`,
};
