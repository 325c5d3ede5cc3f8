import type { Texts } from "../texts.js";
import { waitIn } from "../wait.js";

export const errors: Texts["errors"] = {
  wait: (seconds) => `Zu viele Versuche. Warten Sie ${waitIn("de", seconds)} und versuchen Sie es dann erneut.`,
  closed: "Zu viele falsche Codes: Dieser Weg ist gesperrt. Wählen Sie einen anderen.",
  busy: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
  unexpected: (code) =>
    `Es ist ein Fehler aufgetreten (${code}). Versuchen Sie es erneut oder kommen Sie später wieder.`,
  codes: {
    NETWORK_ERROR: "Keine Verbindung zum Server. Ihre Eingaben sind noch da: Versuchen Sie es erneut.",
    UNAUTHORIZED: "Sie sind abgemeldet. Melden Sie sich an, um fortzufahren.",
    BANNED_USER: "Dieses Konto ist gesperrt. Wenden Sie sich an einen Administrator, wenn das nicht stimmt.",
    NOT_ALLOWED_WHILE_IMPERSONATING: "Das kann nur der Benutzer selbst. Beenden Sie zuerst die Vertretung.",
    SESSION_IS_NOT_FRESH: "Es wurde nichts geändert: Dieser Schritt verlangt eine neuere Anmeldung.",
    STEP_UP_REQUIRED: "Es wurde nichts geändert: Dieser Schritt verlangt Ihren zweiten Faktor.",
    CHALLENGE_FAILED: "Wir konnten nicht prüfen, ob Sie ein Mensch sind. Versuchen Sie es erneut.",
    NO_SESSION_COOKIE:
      "Ihr Browser hat kein Cookie dieser Website behalten, deshalb sind Sie nicht angemeldet. Erlauben Sie Cookies, und melden Sie sich dann erneut an.",
    INVALID_EMAIL: "Das ist keine vollständige E-Mail-Adresse.",
    INVALID_EMAIL_OR_PASSWORD: "E-Mail-Adresse und Passwort passen nicht zusammen.",
    INVALID_USERNAME_OR_PASSWORD: "Benutzername und Passwort passen nicht zusammen.",
    INVALID_PASSWORD: "Das ist nicht Ihr Passwort.",
    USER_ALREADY_EXISTS: "Diese Adresse hat schon ein Konto. Melden Sie sich an.",
    EMAIL_NOT_VERIFIED: "Bestätigen Sie zuerst Ihre E-Mail-Adresse: Der Link ist in einer E-Mail an Sie.",
    SIGN_UP_IS_DISABLED: "Neue Benutzer können sich hier nicht registrieren.",
    INVALID_TOKEN: "Dieser Link funktioniert nicht. Fordern Sie einen neuen an.",
    TOKEN_EXPIRED: "Dieser Link ist zu alt. Fordern Sie einen neuen an.",
    PASSWORD_TOO_SHORT: "Dieses Passwort ist zu kurz.",
    PASSWORD_TOO_LONG: "Dieses Passwort ist zu lang.",
    PASSWORD_TOO_COMMON: "Dieses Passwort ist leicht zu erraten: Wählen Sie ein anderes.",
    PASSWORD_COMPROMISED: "Dieses Passwort ist aus einem Datenleck bekannt: Wählen Sie ein anderes.",
    USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "Ein anderer Benutzer hat diesen Namen.",
    USERNAME_IS_TOO_SHORT: "Dieser Benutzername ist zu kurz.",
    USERNAME_IS_TOO_LONG: "Dieser Benutzername ist zu lang.",
    USERNAME_IS_INVALID: "Nur Buchstaben von a bis z, Ziffern, Punkte und Unterstriche.",
    INVALID_CODE: "Dieser Code ist falsch oder wurde schon benutzt. Warten Sie auf den nächsten.",
    INVALID_BACKUP_CODE: "Das ist keiner Ihrer unbenutzten Ersatzcodes.",
    OTP_HAS_EXPIRED: "Dieser Code ist zu alt: Fordern Sie einen neuen an.",
    OTP_NOT_ENABLED: "Codes per E-Mail sind für Ihr Konto nicht eingerichtet.",
    TOTP_NOT_ENABLED: "Für Ihr Konto ist keine Authenticator-App eingerichtet.",
    TOTP_ALREADY_ENABLED: "In einem anderen Tab wurde inzwischen eine Authenticator-App eingerichtet.",
    RECOVERY_NOT_ALLOWED:
      "Diese Anmeldung genügt für die Wiederherstellung nicht. Melden Sie sich anders an, oder bitten Sie um Hilfe.",
    RECOVERY_NOT_STARTED:
      "Die Wiederherstellung wurde durch den Link in der E-Mail gestoppt. Beginnen Sie erneut, wenn das ein Versehen war.",
    RECOVERY_TOO_EARLY: "Die Wartezeit ist noch nicht vorbei.",
    CEREMONY_CANCELLED: "Der Dialog Ihres Browsers wurde geschlossen. Versuchen Sie es erneut, wenn Sie bereit sind.",
    CEREMONY_FAILED: "Ihr Gerät konnte das nicht ausführen. Versuchen Sie es erneut oder nehmen Sie ein anderes Gerät.",
    PASSKEYS_NOT_SUPPORTED:
      "Dieser Browser unterstützt keine Passkeys. Nehmen Sie einen neueren oder ein anderes Gerät.",
    PREVIOUSLY_REGISTERED: "Dieses Gerät hat schon einen Passkey Ihres Kontos.",
    USER_VERIFICATION_REQUIRED: "Melden Sie sich zuerst mit Ihrem Passwort an, dann mit diesem Passkey.",
    TOO_MANY_PASSKEYS: "Sie haben die höchste Zahl von Passkeys: Löschen Sie zuerst einen.",
    CHALLENGE_NOT_FOUND: "Das hat zu lange gedauert oder ging in einem anderen Tab weiter. Versuchen Sie es erneut.",
    FAILED_TO_VERIFY_REGISTRATION: "Dieser Passkey kann hier nicht benutzt werden. Nehmen Sie ein anderes Gerät.",
    AUTHENTICATION_FAILED:
      "Dieser Passkey wurde nicht angenommen. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.",
    PASSKEY_NOT_FOUND: "Dieser Passkey wurde hier gelöscht. Wählen Sie einen anderen Weg.",
    YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "Das ist Ihr einziger Weg zur Anmeldung, deshalb bleibt er.",
    LINKING_IS_DISABLED: "Hier kann kein weiterer Weg zur Anmeldung verknüpft werden.",
    SERVICE_UNAVAILABLE: "Dieser Dienst ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.",
  },
};
