import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in Spanish. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `Nuevo inicio de sesión en ${app}`,
  heading: "Un dispositivo nuevo ha iniciado sesión",
  paragraphs: [
    `Un dispositivo que no se había usado antes ha iniciado sesión en su cuenta de ${app}, ${to}.`,
    ...(device === null ? [] : [`Dispositivo: ${device}`]),
    `Hora: ${time}`,
    ...(place === null ? [] : [`Lugar: ${place}`]),
  ],
  label: "No fui yo",
  notes: [
    "Si fuiste tú, no hace falta hacer nada.",
    "El enlace funciona una vez, durante 7 días. Cierra la sesión en todos sus dispositivos y elimina su contraseña hasta que establezca una nueva por correo electrónico.",
  ],
});
