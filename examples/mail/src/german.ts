import { layout, lifetime, type Templates } from "@keyhold/mail";

/** The app's own words for one letter; the other kinds stay as they are. */
export const german: Templates = {
  "reset-password": (letter) =>
    layout(
      {
        language: "de",
        subject: `Neues Passwort für ${letter.appName}`,
        preview: "Hier geht es zum neuen Passwort.",
        heading: "Neues Passwort setzen",
        paragraphs: ["Guten Tag,", `für das Konto von ${letter.to} wurde ein neues Passwort angefordert.`],
        link: {
          url: letter.url,
          label: "Neues Passwort setzen",
          orCopy: "Oder diese Adresse in den Browser kopieren:",
        },
        notes: [
          `Der Link gilt einmal, für ${lifetime(letter.expiresInSeconds, "de")}.`,
          "Waren Sie das nicht? Dann ist nichts zu tun: Ihr Passwort bleibt, wie es ist.",
        ],
      },
      letter,
    ),
};
