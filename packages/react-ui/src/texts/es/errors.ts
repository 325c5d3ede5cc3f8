import type { Texts } from "../texts.js";

export const errors: Texts["errors"] = {
  wait: (seconds) => `Demasiados intentos. Espera ${duration(seconds)} e inténtalo de nuevo.`,
  closed: "Demasiados códigos incorrectos: este método está cerrado. Usa otro.",
  busy: "El servidor está ocupado. Inténtalo de nuevo en un momento.",
  unexpected: (code) => `Se produjo un error (${code}). Inténtalo de nuevo o vuelve más tarde.`,
  codes: {
    NETWORK_ERROR: "No hay conexión con el servidor. Lo que escribiste sigue aquí: inténtalo de nuevo.",
    UNAUTHORIZED: "Tu sesión está cerrada. Inicia sesión para continuar.",
    BANNED_USER: "Esta cuenta está bloqueada. Consulta a un administrador si es un error.",
    NOT_ALLOWED_WHILE_IMPERSONATING: "Solo el usuario puede hacer esto. Deja primero de actuar en su lugar.",
    SESSION_IS_NOT_FRESH: "No se cambió nada: este paso necesita un inicio de sesión más reciente.",
    STEP_UP_REQUIRED: "No se cambió nada: este paso necesita tu segundo factor.",
    CHALLENGE_FAILED: "No pudimos comprobar que eres una persona. Inténtalo de nuevo.",
    NO_SESSION_COOKIE:
      "Tu navegador no guardó la cookie de este sitio, así que no has iniciado sesión. Permite las cookies y vuelve a iniciar sesión.",
    INVALID_EMAIL: "Esta dirección de correo no está completa.",
    INVALID_EMAIL_OR_PASSWORD: "Esta dirección de correo y esta contraseña no coinciden.",
    INVALID_USERNAME_OR_PASSWORD: "Este nombre de usuario y esta contraseña no coinciden.",
    INVALID_PASSWORD: "Esta no es tu contraseña.",
    USER_ALREADY_EXISTS: "Esta dirección ya tiene una cuenta. Inicia sesión.",
    EMAIL_NOT_VERIFIED: "Verifica primero tu dirección de correo: el enlace está en un correo que te enviamos.",
    SIGN_UP_IS_DISABLED: "Los usuarios nuevos no pueden registrarse aquí.",
    INVALID_TOKEN: "Este enlace no funciona. Pide uno nuevo.",
    TOKEN_EXPIRED: "Este enlace es demasiado antiguo. Pide uno nuevo.",
    PASSWORD_TOO_SHORT: "Esta contraseña es demasiado corta.",
    PASSWORD_TOO_LONG: "Esta contraseña es demasiado larga.",
    PASSWORD_TOO_COMMON: "Esta contraseña es fácil de adivinar: elige otra.",
    PASSWORD_COMPROMISED: "Esta contraseña apareció en una filtración de datos: elige otra.",
    USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: "Otro usuario tiene este nombre de usuario.",
    USERNAME_IS_TOO_SHORT: "Este nombre de usuario es demasiado corto.",
    USERNAME_IS_TOO_LONG: "Este nombre de usuario es demasiado largo.",
    USERNAME_IS_INVALID: "Solo letras de la a a la z, cifras, puntos y guiones bajos.",
    INVALID_CODE: "Este código es incorrecto o ya se usó. Espera al siguiente.",
    INVALID_BACKUP_CODE: "Este no es uno de tus códigos de respaldo sin usar.",
    OTP_HAS_EXPIRED: "Este código es demasiado antiguo: pide uno nuevo.",
    OTP_NOT_ENABLED: "Los códigos por correo no están configurados en tu cuenta.",
    TOTP_NOT_ENABLED: "Tu cuenta no tiene una aplicación de autenticación.",
    TOTP_ALREADY_ENABLED: "Mientras tanto se configuró una aplicación de autenticación en otra pestaña.",
    RECOVERY_NOT_ALLOWED:
      "Este inicio de sesión no basta para la recuperación. Usa otro método de inicio de sesión o pide ayuda.",
    RECOVERY_NOT_STARTED: "La recuperación se detuvo con el enlace del correo. Empieza de nuevo si fue un error.",
    RECOVERY_TOO_EARLY: "La espera aún no ha terminado.",
    CEREMONY_CANCELLED: "El diálogo de tu navegador se cerró. Inténtalo de nuevo cuando quieras.",
    CEREMONY_FAILED: "Tu dispositivo no pudo hacerlo. Inténtalo de nuevo o usa otro dispositivo.",
    PASSKEYS_NOT_SUPPORTED: "Este navegador no admite llaves de acceso. Usa uno más reciente u otro dispositivo.",
    PREVIOUSLY_REGISTERED: "Este dispositivo ya tiene una llave de acceso de tu cuenta.",
    USER_VERIFICATION_REQUIRED: "Inicia sesión primero con tu contraseña y después con esta llave de acceso.",
    TOO_MANY_PASSKEYS: "Tienes el máximo de llaves de acceso: elimina una primero.",
    CHALLENGE_NOT_FOUND: "Tardó demasiado o continuó en otra pestaña. Inténtalo de nuevo.",
    FAILED_TO_VERIFY_REGISTRATION: "Esta llave de acceso no se puede usar aquí. Prueba con otro dispositivo.",
    AUTHENTICATION_FAILED: "Esta llave de acceso no se aceptó. Inténtalo de nuevo o usa otro método.",
    PASSKEY_NOT_FOUND: "Esta llave de acceso se eliminó aquí. Usa otro método.",
    YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: "Es tu único método de inicio de sesión, así que se conserva.",
    LINKING_IS_DISABLED: "Aquí no se puede vincular ningún otro método de inicio de sesión.",
    SERVICE_UNAVAILABLE: "Este servicio no está disponible ahora. Inténtalo de nuevo en un momento.",
  },
};

function duration(seconds: number): string {
  if (seconds <= 90) return seconds === 1 ? "un segundo" : `${seconds} segundos`;
  return `${Math.ceil(seconds / 60)} minutos`;
}
