import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in Portuguese. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `Novo acesso a ${app}`,
  heading: "Um novo dispositivo iniciou sessão",
  paragraphs: [
    `Um dispositivo que ainda não tinha sido usado iniciou sessão na sua conta ${app}, ${to}.`,
    ...(device === null ? [] : [`Dispositivo: ${device}`]),
    `Hora: ${time}`,
    ...(place === null ? [] : [`Local: ${place}`]),
  ],
  label: "Não fui eu",
  notes: [
    "Se foi você, não precisa fazer nada.",
    "O link funciona uma vez, durante 7 dias. Ele encerra a sessão em todos os seus dispositivos e remove a sua senha até que defina uma nova por e-mail.",
  ],
});
