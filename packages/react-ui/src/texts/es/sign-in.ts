import type { Texts } from "../texts.js";

export const signIn: Texts["signIn"] = {
  title: "Iniciar sesión",
  titleOf: (appName) => `Iniciar sesión en ${appName}`,
  emailOrUsername: "Correo o nombre de usuario",
  emailOrUsernameEmpty: "Escribe tu dirección de correo o tu nombre de usuario.",
  invalidUsername: "Ningún nombre de usuario tiene esta forma. Revísalo o usa tu dirección de correo.",
  rememberMe: "Mantener la sesión iniciada",
  rememberMeHint: "Si no, hasta que cierres el navegador.",
  submit: "Iniciar sesión",
  submitting: "Iniciando sesión…",
  passkey: "Iniciar sesión con una llave de acceso",
  passkeyBusy: "Mira tu dispositivo…",
  magicLink: "Enviarme un enlace por correo",
  emailCode: "Enviarme un código por correo",
  guest: "Continuar como invitado",
  guestBusy: "Un momento…",
  lastUsed: "Último usado",
  forgotPassword: "¿Has olvidado tu contraseña?",
  newHere: "¿Aún no tienes una cuenta?",
  signUp: "Crear una cuenta",
  noMethod: "Aquí no hay ningún método de inicio de sesión configurado.",
};
