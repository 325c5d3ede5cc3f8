import type { EmailLanguage } from "../language/language.js";

/** The email about a new device in German. */
export const newDevice: EmailLanguage["emails"]["devices.new-device"] = ({ app, to, device, time, place }) => ({
  subject: `Neue Anmeldung bei ${app}`,
  heading: "Ein neues Gerät hat sich angemeldet",
  paragraphs: [
    `In Ihrem Konto bei ${app}, ${to}, hat sich ein Gerät angemeldet, das bisher nicht verwendet wurde.`,
    ...(device === null ? [] : [`Gerät: ${device}`]),
    `Zeit: ${time}`,
    ...(place === null ? [] : [`Ort: ${place}`]),
  ],
  label: "Das war ich nicht",
  notes: [
    "Wenn Sie das waren, ist nichts zu tun.",
    "Der Link gilt einmal, 7 Tage lang. Er meldet alle Ihre Geräte ab und entfernt Ihr Passwort, bis Sie per E-Mail ein neues festlegen.",
  ],
});
