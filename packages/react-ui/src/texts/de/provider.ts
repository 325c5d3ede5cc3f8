import type { Texts } from "../texts.js";

export const provider: Texts["provider"] = {
  continueWith: (name) => `Weiter mit ${name}`,
  continueWithOne: "Weiter mit",
  going: (name) => `${name} wird geöffnet …`,
  opening: "Wird geöffnet …",
  unavailable: (name) => `${name} ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.`,
  theProvider: "der Anbieter",
  codes: {
    access_denied: (name) => `Sie haben den Zugriff bei ${name} abgelehnt, und es wurde nichts geändert.`,
    temporarily_unavailable: (name) => `${name} ist gerade nicht verfügbar. Versuchen Sie es gleich noch einmal.`,
    server_error: (name) => `Bei ${name} ist ein Fehler aufgetreten. Versuchen Sie es gleich noch einmal.`,
    banned: () => "Dieses Konto ist gesperrt. Wenden Sie sich an einen Administrator, wenn das nicht stimmt.",
    too_many_requests: () => "Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.",
    please_restart_the_process: () =>
      "Das hat zu lange gedauert oder ging in einem anderen Tab weiter. Beginnen Sie erneut.",
    state_not_found: () => "Das hat zu lange gedauert oder ging in einem anderen Tab weiter. Beginnen Sie erneut.",
    email_not_found: (name) => `${name} hat uns keine E-Mail-Adresse gegeben, und ein Konto hier braucht eine.`,
    email_not_verified: () => "Bestätigen Sie zuerst Ihre E-Mail-Adresse: Der Link ist in einer E-Mail an Sie.",
    signup_disabled: (name) =>
      `Neue Benutzer können sich nicht mit ${name} registrieren. Erstellen Sie zuerst ein Konto und verknüpfen Sie es dann.`,
    account_not_linked: (name) =>
      `Ihre Adresse hat hier schon ein Konto. Melden Sie sich anders an und verknüpfen Sie ${name} dann in den Einstellungen Ihres Kontos.`,
    account_already_linked_to_different_user: (name) =>
      `Dieses Konto bei ${name} ist mit einem anderen Benutzer verknüpft. Lösen Sie die Verknüpfung zuerst dort.`,
    unable_to_link_account: (name) =>
      `${name} wurde nicht verknüpft: Vielleicht kennt der Anbieter Sie unter einer anderen E-Mail-Adresse.`,
    unable_to_create_user: () =>
      "Es konnte kein Konto erstellt werden: Ihr Name oder Ihre Adresse ist vielleicht schon vergeben.",
    step_up_not_proven: (name) =>
      `${name} hat nicht bestätigt, dass Sie es sind. Melden Sie sich dort erneut mit dem hier verknüpften Konto an.`,
    unable_to_create_session: () =>
      "Bei uns ist ein Fehler aufgetreten, und es wurde nichts geändert. Versuchen Sie es erneut.",
    internal_server_error: () =>
      "Bei uns ist ein Fehler aufgetreten, und es wurde nichts geändert. Versuchen Sie es erneut.",
    invalid_callback_request: (name) =>
      `${name} hat Sie ohne die Daten für eine Anmeldung zurückgeschickt. Versuchen Sie es erneut.`,
    no_code: (name) => `${name} hat Sie ohne die Daten für eine Anmeldung zurückgeschickt. Versuchen Sie es erneut.`,
    no_callback_url: (name) =>
      `${name} hat Sie ohne die Daten für eine Anmeldung zurückgeschickt. Versuchen Sie es erneut.`,
    invalid_code: (name) => `${name} konnte uns nicht sagen, wer Sie sind. Versuchen Sie es erneut.`,
    unable_to_get_user_info: (name) => `${name} konnte uns nicht sagen, wer Sie sind. Versuchen Sie es erneut.`,
    oauth_provider_not_found: () => "Dieser Weg zur Anmeldung wird hier nicht angeboten.",
  },
  failed: (name) => `Die Anmeldung mit ${name} ist fehlgeschlagen. Versuchen Sie es erneut.`,
  otherCode: (name, code) => `Die Anmeldung mit ${name} ist fehlgeschlagen (${code}). Versuchen Sie es erneut.`,
};
