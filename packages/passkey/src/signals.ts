/** What a password manager must know of a user's passkeys. */
export interface SignalOptions {
  readonly rpId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly displayName: string;
  readonly allAcceptedCredentialIds: readonly string[];
}

/** The methods of WebAuthn Level 3, section 5.1.10, where the browser has them. */
interface Signals {
  signalAllAcceptedCredentials?(options: object): Promise<void>;
  signalCurrentUserDetails?(options: object): Promise<void>;
  signalUnknownCredential?(options: object): Promise<void>;
}

const signals = (): Signals => (globalThis as { readonly PublicKeyCredential?: Signals }).PublicKeyCredential ?? {};

/** A signal is a hint: the browser gives no answer, and its errors do not matter. */
const send = (signal: Promise<void> | undefined): void => void signal?.catch(() => undefined);

/** Tells password managers which passkeys of the user exist, and the user's present name. */
export async function signalState(read: () => Promise<{ readonly data: SignalOptions | null }>): Promise<void> {
  if (!signals().signalAllAcceptedCredentials) return;
  const { data } = await read();
  if (data?.userId == null) return;
  const { rpId, userId, name, displayName, allAcceptedCredentialIds } = data;
  send(signals().signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }));
  send(signals().signalCurrentUserDetails?.({ rpId, userId, name, displayName }));
}

/** Tells password managers that no user has this passkey. */
export const signalUnknown = (rpId: string, credentialId: string): void =>
  send(signals().signalUnknownCredential?.({ rpId, credentialId }));
