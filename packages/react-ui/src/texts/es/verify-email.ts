import type { Texts } from "../texts.js";

export const verifyEmail: Texts["verifyEmail"] = {
  title: "Tu dirección está verificada",
  lead: (email) => `${email} es tuya. No hace falta nada más.`,
  elsewhereLead: "Puedes cerrar esta página o iniciar sesión aquí.",
  nextTitle: "Un correo más",
  nextLead: (email) => `Ahora sigue el enlace del correo enviado a ${email}: así queda verificada.`,
  oldTitle: "Este enlace es demasiado antiguo",
  oldLead: "Los enlaces sobre una dirección funcionan durante una hora.",
  deadTitle: "Este enlace no funciona",
  deadLead: "Quizá falta una parte, o se envió uno más reciente.",
  otherTitle: "Aquí hay otra cuenta con la sesión iniciada",
  signInFirst: "Inicia sesión primero",
  otherLead:
    "Este enlace funciona en el navegador en el que has iniciado sesión. Inicia sesión allí y síguelo otra vez.",
  takenTitle: "Tu dirección no ha cambiado",
  takenLead: "Esta dirección no se puede usar para tu cuenta. Prueba con otra.",
  otherAddress: "Elegir otra dirección",
  sendAgain: "Enviar un correo nuevo",
  sentAgain: (email) => `Hemos enviado otro correo a ${email}.`,
};
