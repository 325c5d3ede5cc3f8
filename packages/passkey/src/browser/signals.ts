/** What a password manager must know of a user's passkeys. */
export interface SignalOptions {
  readonly rpId: string;
  readonly userId: string | null;
  readonly name: string;
  readonly displayName: string;
  readonly allAcceptedCredentialIds: readonly string[];
}

/** The methods of WebAuthn Level 3, section 5.1.10, where the browser has them. */
type Signal = "AllAcceptedCredentials" | "CurrentUserDetails" | "UnknownCredential";
type Signals = { readonly [Name in `signal${Signal}`]?: (options: object) => Promise<void> };

const signals = (): Signals => (globalThis as { readonly PublicKeyCredential?: Signals }).PublicKeyCredential ?? {};

/** A signal is a hint: the browser gives no answer, and errors do not matter. The browser reads only known members. */
const send = (name: Signal, options: object): void =>
  void signals()
    [`signal${name}`]?.(options)
    .catch(() => undefined);

/** Tells password managers which passkeys of the user exist, and the user's present name. */
export async function signalState(read: () => Promise<{ readonly data: SignalOptions | null }>): Promise<void> {
  if (!signals().signalAllAcceptedCredentials) return;
  const { data } = await read();
  if (!data?.userId) return;
  send("AllAcceptedCredentials", data);
  send("CurrentUserDetails", data);
}

/** Tells password managers that no user has this passkey. */
export const signalUnknown = (rpId: string | undefined, credentialId: string): void =>
  send("UnknownCredential", { rpId, credentialId });
