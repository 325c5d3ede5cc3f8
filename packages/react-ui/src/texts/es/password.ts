import type { Texts } from "../texts.js";

export const password: Texts["password"] = {
  forgotTitle: "¿Has olvidado tu contraseña?",
  forgotLead: "Te enviamos un enlace con el que eliges una nueva.",
  sendLink: "Enviar el enlace",
  remembered: "¿La has recordado?",
  sentTitle: "Revisa tu correo",
  sent: (email) =>
    `Si ${email} tiene una cuenta aquí, hemos enviado un correo. Sigue su enlace para elegir una nueva contraseña.`,
  otherAddress: "Usar otra dirección",
  resetTitle: "Elige una nueva contraseña",
  resetLead: "Se cerrará la sesión en todos los dispositivos que la tienen iniciada.",
  reset: "Guardar la contraseña",
  resetting: "Guardando…",
  deadTitle: "Este enlace no funciona",
  deadLead: "Funciona una vez y durante una hora.",
  newLink: "Pedir un enlace nuevo",
  doneTitle: "Tu nueva contraseña está guardada",
  doneLead: "La sesión está cerrada en todos los dispositivos. Inicia sesión con la nueva contraseña.",
};
