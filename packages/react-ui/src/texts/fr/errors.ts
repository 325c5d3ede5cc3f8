import type { Texts } from "../texts.js";

export const errors: Texts["errors"] = {
  wait: (seconds) => `Trop de tentatives. Attendez ${duration(seconds)}, puis réessayez.`,
  closed: "Trop de codes incorrects : cette méthode est fermée. Utilisez-en une autre.",
  busy: "Le serveur est occupé. Réessayez dans un instant.",
  unexpected: (code) => `Une erreur s’est produite (${code}). Réessayez, ou revenez plus tard.`,
  codes: {
    NETWORK_ERROR: "Pas de connexion au serveur. Votre saisie est toujours là : réessayez.",
    UNAUTHORIZED: "Vous êtes déconnecté. Connectez-vous pour continuer.",
    BANNED_USER: "Ce compte est banni. Adressez-vous à un administrateur si c’est une erreur.",
    NOT_ALLOWED_WHILE_IMPERSONATING: "Seul l’utilisateur peut le faire. Arrêtez d’abord d’agir à sa place.",
    SESSION_IS_NOT_FRESH: "Rien n’a été modifié : cette étape demande une connexion plus récente.",
    STEP_UP_REQUIRED: "Rien n’a été modifié : cette étape demande votre second facteur.",
    CHALLENGE_FAILED: "Nous n’avons pas pu vérifier que vous êtes humain. Réessayez.",
    NO_SESSION_COOKIE:
      "Votre navigateur n’a pas conservé le cookie de ce site : vous n’êtes pas connecté. Autorisez les cookies, puis reconnectez-vous.",
    INVALID_EMAIL: "Cette adresse e-mail n’est pas complète.",
    INVALID_EMAIL_OR_PASSWORD: "Cette adresse e-mail et ce mot de passe ne correspondent pas.",
    INVALID_USERNAME_OR_PASSWORD: "Ce nom d’utilisateur et ce mot de passe ne correspondent pas.",
    INVALID_PASSWORD: "Ce n’est pas votre mot de passe.",
    USER_ALREADY_EXISTS: "Cette adresse a déjà un compte. Connectez-vous.",
    EMAIL_NOT_VERIFIED: "Vérifiez d’abord votre adresse e-mail : le lien est dans un e-mail que vous avez reçu.",
    SIGN_UP_IS_DISABLED: "Les nouveaux utilisateurs ne peuvent pas s’inscrire ici.",
    INVALID_TOKEN: "Ce lien ne fonctionne pas. Demandez-en un nouveau.",
    TOKEN_EXPIRED: "Ce lien est trop ancien. Demandez-en un nouveau.",
    PASSWORD_TOO_SHORT: "Ce mot de passe est trop court.",
    PASSWORD_TOO_LONG: "Ce mot de passe est trop long.",
    PASSWORD_TOO_COMMON: "Ce mot de passe est facile à deviner : choisissez-en un autre.",
    PASSWORD_COMPROMISED: "Ce mot de passe figure dans une fuite de données : choisissez-en un autre.",
    USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "Un autre utilisateur a ce nom d’utilisateur.",
    USERNAME_IS_TOO_SHORT: "Ce nom d’utilisateur est trop court.",
    USERNAME_IS_TOO_LONG: "Ce nom d’utilisateur est trop long.",
    USERNAME_IS_INVALID: "Seulement des lettres de a à z, des chiffres, des points et des tirets bas.",
    INVALID_CODE: "Ce code est incorrect, ou il a déjà servi. Attendez le suivant.",
    INVALID_BACKUP_CODE: "Ce n’est pas un de vos codes de secours inutilisés.",
    OTP_HAS_EXPIRED: "Ce code est trop ancien : demandez-en un nouveau.",
    OTP_NOT_ENABLED: "Les codes par e-mail ne sont pas configurés pour votre compte.",
    TOTP_NOT_ENABLED: "Votre compte n’a pas d’application d’authentification.",
    TOTP_ALREADY_ENABLED: "Entre-temps, une application d’authentification a été configurée dans un autre onglet.",
    RECOVERY_NOT_ALLOWED:
      "Cette connexion ne suffit pas pour la récupération. Connectez-vous autrement ou demandez de l’aide.",
    RECOVERY_NOT_STARTED: "La récupération a été arrêtée par le lien de l’e-mail. Recommencez si c’était une erreur.",
    RECOVERY_TOO_EARLY: "L’attente n’est pas encore terminée.",
    CEREMONY_CANCELLED: "La fenêtre de votre navigateur a été fermée. Réessayez quand vous voulez.",
    CEREMONY_FAILED: "Votre appareil n’a pas pu le faire. Réessayez, ou utilisez un autre appareil.",
    PASSKEYS_NOT_SUPPORTED:
      "Ce navigateur ne prend pas en charge les clés d’accès. Utilisez-en un plus récent, ou un autre appareil.",
    PREVIOUSLY_REGISTERED: "Cet appareil a déjà une clé d’accès de votre compte.",
    USER_VERIFICATION_REQUIRED: "Connectez-vous d’abord avec votre mot de passe, puis avec cette clé d’accès.",
    TOO_MANY_PASSKEYS: "Vous avez le nombre maximal de clés d’accès : supprimez-en une d’abord.",
    CHALLENGE_NOT_FOUND: "Cela a pris trop de temps, ou a continué dans un autre onglet. Réessayez.",
    FAILED_TO_VERIFY_REGISTRATION: "Cette clé d’accès ne peut pas être utilisée ici. Essayez un autre appareil.",
    AUTHENTICATION_FAILED: "Cette clé d’accès n’a pas été acceptée. Réessayez, ou utilisez une autre méthode.",
    PASSKEY_NOT_FOUND: "Cette clé d’accès a été supprimée ici. Utilisez une autre méthode.",
    YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "C’est votre seul moyen de connexion : il est conservé.",
    LINKING_IS_DISABLED: "Aucun autre moyen de connexion ne peut être associé ici.",
    SERVICE_UNAVAILABLE: "Ce service est injoignable pour le moment. Réessayez dans un instant.",
  },
};

function duration(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "une seconde" : `${seconds} secondes`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
