import type { Texts } from "../texts.js";

export const magicLink: Texts["magicLink"] = {
  title: "Iniciar sesión por correo",
  titleOf: (appName) => `Iniciar sesión en ${appName} por correo`,
  lead: "Te enviamos un enlace para iniciar sesión sin contraseña.",
  leadForAll: "Te enviamos un enlace para iniciar sesión sin contraseña. Una dirección nueva recibe una cuenta.",
  send: "Enviar el enlace",
  otherWay: "Iniciar sesión de otra forma",
  notOffered: "El inicio de sesión por correo no está configurado aquí.",
  sentTitle: "Revisa tu correo",
  sent: (email) => `Hemos enviado un correo a ${email}. Abre su enlace en este navegador para iniciar sesión.`,
  sentToAccount: (email) =>
    `Si ${email} tiene una cuenta aquí, hemos enviado un correo. Abre su enlace en este navegador para iniciar sesión.`,
  codeLead: "¿El correo está en otro dispositivo? Escribe aquí su código.",
  wrongCode: "Este código es incorrecto o demasiado antiguo. Usa el correo más reciente.",
  tooManyCodes: "Demasiados códigos incorrectos. Abre el enlace del correo o envía uno nuevo.",
  sendAgain: "Enviar un correo nuevo",
  sentAgain: "Hemos enviado otro correo.",
  otherAddress: "Usar otra dirección",
  confirmTitle: "¿Iniciar sesión aquí?",
  confirmTitleOf: (appName) => `¿Iniciar sesión en ${appName} aquí?`,
  confirm: (email) => `Se inicia sesión en este navegador como ${email}.`,
  confirmHint: "Si no pediste este enlace, cierra esta página.",
  deadTitle: "Este enlace no funciona",
  deadLead: "Funciona una vez, durante diez minutos como máximo. Quizá se usó uno más reciente.",
  failedTitle: "No has iniciado sesión",
  newLink: "Pedir un enlace nuevo",
};
