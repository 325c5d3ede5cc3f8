import { keyEmails } from "./api-keys/de.js";
import type { EmailLanguage, Facts } from "./language/language.js";
import { newDevice } from "./new-device/de.js";

// Named here too, for apps that infer types.
export type { EmailLanguage };

const account = ({ app, to }: Facts): string => `Ihr Konto bei ${app}, ${to}`;
const once = (duration: string): string => `Der Link gilt einmal, ${duration} lang.`;
const notOpen =
  "Wenn Sie das nicht waren, öffnen Sie den Link nicht und ändern Sie Ihr Passwort: Vielleicht ist eine andere Person in Ihrem Konto angemeldet.";
const sameBrowser = "Öffnen Sie den Link in dem Browser, in dem Sie angemeldet sind.";

/**
 * The emails in German. No native speaker has read them yet.
 *
 * @example nodemailer(transport, { from, languages: [german] })
 */
export const german: EmailLanguage = {
  locale: "de",
  hello: (name) => (name === null ? "Guten Tag," : `Guten Tag ${name},`),
  orCopy: "Oder kopieren Sie diese Adresse in Ihren Browser:",
  goTo: (app) => `Zu ${app}`,
  actNow: "Wenn Sie das nicht waren, handeln Sie jetzt.",
  noAction: "Wenn Sie das waren, ist nichts zu tun.",
  notAsked: "Wenn Sie diese E-Mail nicht angefordert haben, ist nichts zu tun.",
  about: (facts) => `Das betrifft ${account(facts)}.`,
  secure: (app) =>
    `Wenn Sie das nicht waren, gehen Sie jetzt zu ${app}, setzen Sie Ihr Passwort zurück und melden Sie sich überall ab.`,
  emails: {
    "verify-email": ({ app, to, duration, asksForPassword }) => ({
      subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${app}`,
      preview: `Ist ${to} Ihre Adresse?`,
      heading: "Bestätigen Sie Ihre E-Mail-Adresse",
      paragraphs: [
        `Bitte bestätigen Sie, dass ${to} Ihre E-Mail-Adresse für ${app} ist.`,
        ...(asksForPassword
          ? [
              `Mit dieser Adresse gab es mehr als eine Registrierung. Zum Schutz Ihres Kontos gilt kein früheres Passwort: Gehen Sie nach dem Bestätigen zu ${app} und fordern Sie ein neues an.`,
            ]
          : []),
      ],
      label: "Adresse bestätigen",
      notes: [
        `Der Link gilt ${duration} lang.`,
        `Wenn nicht Sie diese Adresse bei ${app} angegeben haben, öffnen Sie den Link nicht: Er würde das Konto einer anderen Person mit Ihrer Adresse bestätigen.`,
      ],
    }),
    "reset-password": ({ app, to, duration }) => ({
      subject: `Neues Passwort für ${app}`,
      heading: "Legen Sie ein neues Passwort fest",
      paragraphs: [`Für das Konto ${to} bei ${app} wurde ein neues Passwort angefordert.`],
      label: "Neues Passwort festlegen",
      notes: [once(duration), "Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort ändert sich nicht."],
    }),
    "confirm-email-change": ({ app, to, newEmail, duration }) => ({
      subject: `Erlauben Sie die neue E-Mail-Adresse Ihres Kontos bei ${app}`,
      preview: `Von ${to} zu ${newEmail}?`,
      heading: "Erlauben Sie Ihre neue E-Mail-Adresse",
      paragraphs: [
        `Sie möchten die E-Mail-Adresse Ihres Kontos bei ${app} von ${to} auf ${newEmail} ändern.`,
        `Die Adresse ändert sich erst, wenn Sie es erlauben. ${sameBrowser}`,
      ],
      label: "Änderung erlauben",
      notes: [once(duration), notOpen],
    }),
    "delete-account": ({ app, to, duration }) => ({
      subject: `Bestätigen Sie das Löschen Ihres Kontos bei ${app}`,
      preview: "Das kann nicht rückgängig gemacht werden.",
      heading: "Ihr Konto löschen?",
      paragraphs: [
        `Sie möchten Ihr Konto bei ${app}, ${to}, mit allem darin löschen. Das kann nicht rückgängig gemacht werden.`,
        sameBrowser,
      ],
      label: "Mein Konto löschen",
      notes: [once(duration), notOpen],
    }),
    "already-registered": ({ app, to }) => ({
      subject: `Sie haben schon ein Konto bei ${app}`,
      preview: "Melden Sie sich an, statt sich zu registrieren.",
      heading: "Sie haben schon ein Konto",
      paragraphs: [
        `Bei ${app} wurde eine Registrierung mit ${to} versucht. Diese Adresse hat schon ein Konto.`,
        "Wenn Sie das waren, melden Sie sich an. Wenn Sie Ihr Passwort vergessen haben, setzen Sie es dort zurück.",
      ],
      label: `Zu ${app}`,
      notes: ["Wenn Sie das nicht waren, ist nichts zu tun: Ihr Konto wurde weder geöffnet noch geändert."],
    }),
    "email-changed": ({ app, to, newEmail }) => ({
      subject: `Die E-Mail-Adresse Ihres Kontos bei ${app} wurde geändert`,
      preview: `Von ${to} zu ${newEmail}.`,
      heading: "Ihre E-Mail-Adresse wurde geändert",
      paragraphs: [
        `Die E-Mail-Adresse Ihres Kontos bei ${app} wurde von ${to} auf ${newEmail} geändert.`,
        "Wenn Sie das nicht waren oder die neue Adresse falsch ist, machen Sie die Änderung rückgängig: Ihr Konto bekommt diese Adresse zurück, und Sie werden überall abgemeldet.",
      ],
      label: "Änderung rückgängig machen",
      notes: [
        `Bis Sie ${newEmail} in dem Browser bestätigen, in dem Sie angemeldet sind, stellt diese Adresse Ihr Konto noch wieder her. Danach gilt der Link 7 Tage.`,
        "Wenn alles stimmt, ist nichts zu tun.",
      ],
    }),
    "magic-link.sign-in": ({ app, to, duration, isNew, code }) => ({
      subject: `Bei ${app} anmelden`,
      heading: `Bei ${app} anmelden`,
      paragraphs: [
        isNew
          ? `mit diesem Link erstellen Sie ein Konto bei ${app} für ${to}.`
          : `mit diesem Link melden Sie sich in Ihrem Konto bei ${app} an, ${to}.`,
        ...(code === null
          ? []
          : [
              `Oder geben Sie diesen Code in dem Browser ein, in dem Sie diese E-Mail angefordert haben: ${code}. Er gilt 5 Minuten.`,
            ]),
      ],
      label: "Anmelden",
      notes: [
        `${once(duration)} Leiten Sie ihn nicht weiter.`,
        "Wenn Sie diese E-Mail nicht angefordert haben, ist nichts zu tun: Ohne den Link meldet sich niemand an.",
      ],
    }),
    "email-otp.code": ({ app, code, effect, duration }) => ({
      subject: `Ihr Code für ${app}`,
      preview: `Der Code gilt ${duration} lang.`,
      heading: "Ihr Code",
      paragraphs: [`${effect}:`, code, "Geben Sie den Code in dem Browser ein, in dem Sie ihn angefordert haben."],
      label: `Zu ${app}`,
      notes: [
        `Der Code gilt einmal, ${duration} lang. Verraten Sie ihn niemandem.`,
        "Wenn Sie diese E-Mail nicht angefordert haben, ist nichts zu tun: Ohne den Code geschieht nichts.",
      ],
    }),
    "two-factor.code": ({ app, code, duration }) => ({
      subject: `${code} ist Ihr Code für ${app}`,
      preview: `Er gilt ${duration} lang.`,
      heading: "Ihr Code zur Anmeldung",
      paragraphs: [`Ihr Code für ${app} ist ${code}. Geben Sie ihn nicht weiter: Wir fragen nie danach.`],
      label: `Zu ${app}`,
      notes: [
        `Der Code gilt ${duration} lang.`,
        "Wenn Sie sich nicht angemeldet haben, kennt vielleicht eine andere Person Ihr Passwort: Ändern Sie es jetzt.",
      ],
    }),
    "phone-number.claimed": ({ app, to, number, until }) => ({
      subject: `Eine andere Person nutzt die Telefonnummer Ihres Kontos bei ${app}`,
      heading: "Ist das noch Ihre Nummer?",
      paragraphs: [
        `Eine andere Person hat die Telefonnummer ${number} Ihres Kontos bei ${app}, ${to}, bestätigt. Die Nummer allein öffnet Ihr Konto jetzt nicht mehr.`,
        `Wenn die Nummer Ihnen gehört, melden Sie sich an und bestätigen Sie sie bis ${until} noch einmal. Sonst verlässt sie Ihr Konto.`,
      ],
      label: `Zu ${app}`,
      notes: ["Wenn Sie die Nummer abgegeben haben, ist nichts zu tun: Ihr Konto bleibt Ihres."],
    }),
    "phone-number.code": ({ app, code, duration, until }) => ({
      subject: `${code} ist Ihr Code für ${app}`,
      heading: "Ihr Code zur Anmeldung",
      paragraphs: [
        `Die Telefonnummer Ihres Kontos bei ${app} wurde bestätigt. Sie haben sie lange nicht verwendet, oder sie gehört jetzt einer anderen Person. Deshalb ist auch dieser Code nötig: ${code}.`,
        "Geben Sie ihn in dem Browser ein, in dem Sie den Code von Ihrem Telefon eingegeben haben.",
      ],
      label: `Zu ${app}`,
      notes: [
        `Der Code gilt einmal, ${duration} lang. Geben Sie ihn nicht weiter.`,
        `Wenn Sie das nicht waren, hat die Nummer einen neuen Inhaber: Sie verlässt Ihr Konto nach dem ${until}, und Ihr Konto bleibt Ihres.`,
      ],
    }),
    "two-factor.recovery": ({ app, to, from }) => ({
      subject: `Ihr zweiter Faktor bei ${app} wird entfernt`,
      preview: "Wenn Sie das nicht waren, stoppen Sie es jetzt.",
      heading: "Ihr zweiter Faktor wird entfernt",
      paragraphs: [
        `Eine Person, die den ersten Schritt der Anmeldung in Ihrem Konto bei ${app}, ${to}, bestanden hat, möchte sich ohne den zweiten Faktor anmelden. Das ist ab ${from} möglich.`,
        "Wenn Sie das nicht waren, stoppen Sie es jetzt und ändern Sie Ihr Passwort.",
      ],
      label: "Stoppen",
      notes: ["Wenn Sie das waren, ist bis dahin nichts zu tun."],
    }),
    "organization.invitation": ({ app, organization, inviter, until }) => ({
      subject: `Einladung zu ${organization ?? "einer Organisation"} bei ${app}`,
      heading: `Einladung zu ${organization ?? "einer Organisation"}`,
      paragraphs: [`${inviter ?? "Ein Mitglied"} lädt Sie bei ${app} zu ${organization ?? "einer Organisation"} ein.`],
      label: "Einladung ansehen",
      notes: [
        `Die Einladung ist offen bis ${until}.`,
        "Wenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail. Leiten Sie sie nicht weiter: Der Link belegt den Zugang zu Ihrer E-Mail-Adresse.",
      ],
    }),
    "devices.new-device": newDevice,
    ...keyEmails,
    "unknown-address": ({ app, to }) => ({
      subject: `Kein Konto bei ${app} hat diese Adresse`,
      heading: "Kein Konto hat diese Adresse",
      paragraphs: [
        `bei ${app} wurde mit Ihrer Adresse, ${to}, eine Anmeldung angefordert. Kein Konto hat diese Adresse.`,
        "Wenn Sie ein Konto haben, melden Sie sich mit dessen Adresse an.",
      ],
      label: `Zu ${app}`,
      notes: ["Wenn Sie diese E-Mail nicht angefordert haben, ist nichts zu tun."],
    }),
  },
  effects: {
    "sign-in": (facts) => `Mit diesem Code melden Sie sich an. Es geht um ${account(facts)}`,
    "sign-up": ({ app, to }) => `Mit diesem Code erstellen Sie ein Konto bei ${app} für ${to}`,
    "email-verification": ({ app, to }) =>
      `Mit diesem Code bestätigen Sie, dass ${to} zu Ihrem Konto bei ${app} gehört`,
    "forget-password": (facts) => `Mit diesem Code legen Sie ein neues Passwort fest. Es geht um ${account(facts)}`,
    "change-email": (facts) => `Mit diesem Code erlauben Sie eine neue Adresse. Es geht um ${account(facts)}`,
    "new-email": ({ app, to }) => `Mit diesem Code ändern Sie die Adresse Ihres Kontos bei ${app} auf ${to}`,
  },
  notices: {
    "password-changed": () => ({ heading: "Ihr Passwort wurde geändert", text: "Das Passwort wurde geändert." }),
    "account-linked": ({ name }) => ({
      heading: "Ein Weg zur Anmeldung kam hinzu",
      text: `Ein Konto bei ${name} wurde verknüpft und kann zur Anmeldung dienen.`,
    }),
    "account-unlinked": ({ name }) => ({
      heading: "Ein Weg zur Anmeldung wurde entfernt",
      text: `Das Konto bei ${name} ist nicht mehr verknüpft und dient nicht mehr zur Anmeldung.`,
    }),
    "password-removed": () => ({
      heading: "Ihr Passwort wurde entfernt",
      text: "Das Passwort wurde entfernt und dient nicht mehr zur Anmeldung.",
    }),
    "passkey.added": ({ name }) => ({
      heading: "Ein Passkey kam hinzu",
      text: `Der Passkey ${name} kam hinzu. Mit ihm ist eine Anmeldung ohne Passwort möglich.`,
    }),
    "passkey.deleted": ({ name }) => ({
      heading: "Ein Passkey wurde gelöscht",
      text: `Der Passkey ${name} wurde gelöscht. Mit ihm ist keine Anmeldung mehr möglich.`,
    }),
    "passkey.cloned": ({ name }) => ({
      heading: "Ein Passkey wurde vielleicht kopiert",
      text: `Eine Anmeldung mit dem Passkey ${name} wurde abgelehnt: Vielleicht gibt es eine Kopie. Löschen Sie ihn, und fügen Sie einen neuen hinzu.`,
    }),
    "phone-number.changed": ({ number }) => ({
      heading: "Ihre Telefonnummer wurde geändert",
      text: `Die Telefonnummer ist jetzt ${number}. Mit einem Code an diese Nummer ist eine Anmeldung möglich.`,
    }),
    "phone-number.removed": ({ number }) => ({
      heading: "Ihre Telefonnummer wurde entfernt",
      text: `Die Telefonnummer ${number} wurde aus dem Konto entfernt. Mit ihr ist keine Anmeldung mehr möglich.`,
    }),
    "username.changed": () => ({
      heading: "Ihr Benutzername wurde geändert",
      text: "Der Benutzername wurde geändert.",
    }),
    "two-factor.enabled": () => ({
      heading: "Ein zweiter Faktor wurde eingeschaltet",
      text: "Ein zweiter Faktor wurde eingeschaltet.",
    }),
    "two-factor.disabled": () => ({
      heading: "Der zweite Faktor wurde ausgeschaltet",
      text: "Der zweite Faktor wurde ausgeschaltet.",
    }),
    "two-factor.reset": () => ({
      heading: "Der zweite Faktor wurde zurückgesetzt",
      text: "Ein Administrator hat den zweiten Faktor zurückgesetzt.",
    }),
    "two-factor.backup-codes-renewed": () => ({
      heading: "Es gibt neue Ersatzcodes",
      text: "Neue Ersatzcodes wurden erstellt, und die alten sind ungültig.",
    }),
    "two-factor.backup-code-used": () => ({
      heading: "Ein Ersatzcode wurde verwendet",
      text: "Ein Ersatzcode wurde verwendet.",
    }),
    "two-factor.device-trusted": () => ({
      heading: "Einem Browser wird vertraut",
      text: "Einem Browser wird vertraut: Er wird nicht nach dem zweiten Faktor gefragt.",
    }),
    "two-factor.recovery-finished": () => ({
      heading: "Die zweiten Faktoren wurden entfernt",
      text: "Die zweiten Faktoren wurden durch eine Wiederherstellung entfernt.",
    }),
    "two-factor.closed": () => ({
      heading: "Codes werden nicht mehr angenommen",
      text: "Nach hundert falschen werden Codes nicht mehr angenommen. Eine Anmeldung mit einem anderen zweiten Faktor oder der Support öffnet sie wieder.",
    }),
  },
  left: (count) =>
    `Sie haben noch ${count} ${count === 1 ? "Ersatzcode" : "Ersatzcodes"}. Erstellen Sie in den Einstellungen Ihres Kontos neue.`,
};
