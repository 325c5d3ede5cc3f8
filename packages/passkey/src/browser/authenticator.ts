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
