import type { Texts } from "../texts.js";

export const emailCode: Texts["emailCode"] = {
  title: "Iniciar sesión con un código",
  titleOf: (appName) => `Iniciar sesión en ${appName} con un código`,
  lead: "Enviamos un código a tu dirección de correo. No hace falta contraseña.",
  leadForAll:
    "Enviamos un código a tu dirección de correo. No hace falta contraseña. Una dirección nueva recibe una cuenta.",
  send: "Enviar el código",
  otherWay: "Iniciar sesión de otra forma",
  notOffered: "El inicio de sesión con un código no está configurado aquí.",
  sentTitle: "Escribe tu código",
  sent: (email) => `Hemos enviado un código a ${email}.`,
  sentToAccount: (email) => `Si ${email} tiene una cuenta aquí, hemos enviado un código.`,
  wrongCode: "Este código es incorrecto o demasiado antiguo. Usa el correo más reciente.",
  tooManyCodes: "Demasiados códigos incorrectos. Envía un código nuevo.",
  sendAgain: "Enviar un código nuevo",
  sentAgain: "Hemos enviado otro correo.",
  otherAddress: "Usar otra dirección",
  numberSent:
    "Para asegurarnos de que este número sigue siendo tuyo, enviamos también un código a tu dirección de correo.",
  numberInDoubt: "No estamos seguros de que este número siga siendo tuyo. Inicia sesión de otra forma.",
};
