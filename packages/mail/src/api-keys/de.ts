import type { KeyEmails } from "../language/language.js";

export const keyEmails: KeyEmails = {
  "api-key.expiring": ({ app, key, until }) => ({
    subject: `Ein API-Schlüssel bei ${app} endet bald`,
    heading: "Ein API-Schlüssel endet bald",
    paragraphs: [
      `Der API-Schlüssel ${key} bei ${app} endet am ${until}. Programme mit ihm werden dann abgelehnt.`,
      "Erstellen Sie einen neuen Schlüssel für diese Programme, oder verlängern Sie ihn.",
    ],
    label: `Zu ${app}`,
    notes: ["Wenn der Schlüssel nicht mehr gebraucht wird, ist nichts zu tun."],
  }),
  "api-key.leaked": ({ app, key }) => ({
    subject: `Ein API-Schlüssel bei ${app} wurde öffentlich gefunden`,
    preview: "Der Schlüssel ist abgeschaltet. Handeln Sie jetzt.",
    heading: "Ein API-Schlüssel wurde öffentlich gefunden",
    paragraphs: [
      `Der API-Schlüssel ${key} bei ${app} wurde dort gefunden, wo andere ihn lesen können. Wir haben ihn abgeschaltet.`,
      "Erstellen Sie einen neuen Schlüssel für Ihre Programme, löschen Sie den alten, und prüfen Sie, was mit ihm getan wurde.",
    ],
    label: `Zu ${app}`,
    notes: ["Schalten Sie den Schlüssel nicht wieder ein: Andere haben ihn."],
  }),
  "api-key.created": ({ app, key }) => ({
    subject: `Ein API-Schlüssel wurde erstellt: ${app}`,
    heading: "Ein API-Schlüssel wurde erstellt",
    paragraphs: [
      `Der API-Schlüssel ${key} bei ${app} wurde erstellt.`,
      "Wenn Sie das nicht erwarten, löschen Sie den Schlüssel jetzt, und ändern Sie Ihr Passwort.",
    ],
    label: `Zu ${app}`,
    notes: ["Wenn Sie das erwarten, ist nichts zu tun."],
  }),
  "api-key.enabled": ({ app, key }) => ({
    subject: `Ein API-Schlüssel wurde wieder eingeschaltet: ${app}`,
    heading: "Ein API-Schlüssel wurde wieder eingeschaltet",
    paragraphs: [
      `Der API-Schlüssel ${key} bei ${app} wurde wieder eingeschaltet.`,
      "Wenn Sie das nicht erwarten, löschen Sie den Schlüssel jetzt, und ändern Sie Ihr Passwort.",
    ],
    label: `Zu ${app}`,
    notes: ["Wenn Sie das erwarten, ist nichts zu tun."],
  }),
};
