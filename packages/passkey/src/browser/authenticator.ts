import type { Dialog } from "./ceremony.js";

/**
 * The passkeys of a platform that is no browser, e.g. the module `react-native-passkeys`. Options and answers are the
 * JSON of WebAuthn Level 3, section 5.1.8. `null`, and an error whose name or code has "cancel": the user has closed the
 * dialog.
 */
export interface PasskeyAuthenticator {
  /** Whether the device has passkeys. Default: it has. */
  isSupported?(): boolean;
  /** Makes a passkey by `PublicKeyCredentialCreationOptionsJSON`. */
  create(options: object): Promise<unknown>;
  /** Asks for a passkey by `PublicKeyCredentialRequestOptionsJSON`. */
  get(options: object): Promise<unknown>;
}

/** The dialogs of an authenticator. */
export const dialogOf = (authenticator: PasskeyAuthenticator): Dialog => ({
  makePasskey: (options) => given(authenticator.create(options)),
  askPasskey: (options) => given(authenticator.get(options)),
});

async function given<Response>(answer: Promise<unknown>): Promise<Response> {
  try {
    const response = await answer;
    if (response) return response as Response;
  } catch (thrown) {
    const { name, code }: { readonly name?: unknown; readonly code?: unknown } = Object(thrown);
    if (!/cancel/i.test(`${name} ${code}`)) throw thrown;
  }
  throw Object.assign(new Error("Cancelled."), { name: "AbortError" });
}
