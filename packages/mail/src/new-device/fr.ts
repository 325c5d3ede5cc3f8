import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in French. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `Nouvelle connexion à ${app}`,
  heading: "Un nouvel appareil s’est connecté",
  paragraphs: [
    `Un appareil qui n’avait pas encore été utilisé s’est connecté à votre compte ${app}, ${to}.`,
    ...(device === null ? [] : [`Appareil: ${device}`]),
    `Heure: ${time}`,
    ...(place === null ? [] : [`Lieu: ${place}`]),
  ],
  label: "Ce n’était pas moi",
  notes: [
    "Si c’était vous, vous n’avez rien à faire.",
    "Le lien est valable une fois, pendant 7 jours. Il déconnecte tous vos appareils et supprime votre mot de passe jusqu’à ce que vous en choisissiez un nouveau par e-mail.",
  ],
});
