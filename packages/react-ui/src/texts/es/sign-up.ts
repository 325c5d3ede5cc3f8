import type { Texts } from "../texts.js";

export const signUp: Texts["signUp"] = {
  title: "Crear una cuenta",
  titleOf: (appName) => `Crea tu cuenta de ${appName}`,
  nameEmpty: "Escribe tu nombre.",
  usernameHint: "Más corto de escribir al iniciar sesión.",
  invitedEmail: "Tu invitación es para esta dirección.",
  submit: "Crear la cuenta",
  submitting: "Creando…",
  emailCode: "Registrarse con un código",
  phone: "Registrarse con un número de teléfono",
  hasAccount: "¿Ya tienes una cuenta?",
  closed: "Los usuarios nuevos no pueden registrarse aquí.",
  sentTitle: "Revisa tu correo",
  sent: (email) => `Hemos enviado un enlace a ${email}. Síguelo para verificar tu dirección.`,
};
