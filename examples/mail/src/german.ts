import { layout, lifetime, type Templates } from "@keyhold/mail";

/** The app's own template for one email; the other kinds keep theirs. */
export const german: Templates = {
  "reset-password": (message) =>
    layout(
      {
        language: "de",
        subject: `Neues Passwort für ${message.appName}`,
        preview: "Hier geht es zum neuen Passwort.",
        heading: "Neues Passwort setzen",
        paragraphs: ["Guten Tag,", `für das Konto von ${message.to} wurde ein neues Passwort angefordert.`],
        link: {
          url: message.url,
          label: "Neues Passwort setzen",
          orCopy: "Oder diese Adresse in den Browser kopieren:",
        },
        notes: [
          `Der Link gilt einmal, für ${lifetime(message.expiresInSeconds, "de")}.`,
          "Waren Sie das nicht? Dann ist nichts zu tun: Ihr Passwort bleibt, wie es ist.",
        ],
      },
      message,
    ),
};
