import type { Texts } from "../texts.js";

export const twoFactor: Texts["twoFactor"] = {
  lead: "Ein Passwort kann gestohlen werden. Mit einem zweiten Faktor braucht ein Angreifer auch Ihr Telefon.",
  failed: "Ihr zweiter Faktor konnte nicht geladen werden",
  on: "Ein",
  off: "Aus",
  onSince: (time) => `seit ${time}`,
  app: "Authenticator-App",
  emailCodes: "Codes per E-Mail",
  setUp: "Eingerichtet",
  notSetUp: "Nicht eingerichtet",
  backupCodes: "Ersatzcodes",
  left: (count) => (count === 0 ? "Keine mehr" : `Noch ${count}`),
  requiredNow: "Durch die Regeln dieser App verlangt",
  requiredFrom: (time) => `Verlangt ab ${time}`,

  appLead: "Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code, ohne Verbindung.",
  appNext: "Sie bekommen neue Ersatzcodes, und die alten enden.",
  setUpApp: "App einrichten",
  setUpRow: "Einrichten",
  oneMoment: "Einen Moment …",
  emailLead: (email) => `Jede Anmeldung sendet einen Code an ${email}. So sicher wie Ihr Postfach.`,
  emailUnverified: "Bestätigen Sie zuerst Ihre E-Mail-Adresse: Wir senden Codes nur an bestätigte Adressen.",
  turnOnEmail: "Codes per E-Mail einschalten",
  turnOnRow: "Einschalten",

  fewLeft: (count) => `Nur noch ${count}: Fordern Sie neue an.`,
  newCodesAbout: "Neue ersetzen die alten.",
  newCodes: "Neue Codes anfordern",
  newCodesLead:
    "Die alten sind ungültig. Jeder dieser Codes meldet Sie einmal an, ohne Ihr Telefon. Wir zeigen sie nie wieder.",
  done: "Fertig",

  browsers: "Vertraute Browser",
  browsersFailed: "Ihre vertrauten Browser konnten nicht geladen werden",
  noBrowsers: "Keine: Jede Anmeldung fragt nach einem Code.",
  signedIn: (time, until) => `Angemeldet ${time}. Bis ${until}`,
  signedInFrom: (time, ipAddress, until) => `Angemeldet ${time}, von ${ipAddress}. Bis ${until}`,
  stop: "Beenden",
  stopping: "Wird beendet …",
  stopName: (name) => `Vertrauen beenden: ${name}`,
  stopped: (name) => `${name} wird wieder nach einem Code gefragt.`,
  stopAll: "Keinem Browser vertrauen",
  stoppedAll: "Jeder Browser wird wieder nach einem Code gefragt.",

  turnOffTitle: "Ausschalten",
  turnOffLead: "Auch für ein neues Telefon: Schalten Sie ihn hier aus und richten Sie ihn dann neu ein.",
  turnOffRequired: "Die Regeln dieser App verlangen bei Ihrer nächsten Anmeldung einen neuen.",
  turnOff: "Ausschalten …",
  turningOff: "Wird ausgeschaltet …",
  askTitle: "Zweiten Faktor ausschalten?",
  askLead:
    "Dann genügt Ihr Passwort zur Anmeldung. Ersatzcodes und vertraute Browser enden, und andere Geräte werden abgemeldet.",
  keepOn: "Eingeschaltet lassen",
  turnOffNow: "Ausschalten",

  againTitle: "Richten Sie Ihren zweiten Faktor neu ein",
  againLead:
    "Sie haben sich ohne Ihr Telefon angemeldet. Richten Sie zuerst eine neue Authenticator-App ein: Dann enden die alte und ihre Ersatzcodes.",
};
