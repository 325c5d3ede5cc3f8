import { startAuthentication, startRegistration, WebAuthnAbortService } from "@simplewebauthn/browser";
import type { AuthenticationResponse, RegistrationResponse } from "../schemas.js";

/** Makes a passkey by these options. */
export async function create(options: object, useAutoRegister: boolean): Promise<RegistrationResponse> {
  const given = { optionsJSON: options, useAutoRegister } as Parameters<typeof startRegistration>[0];
  return (await startRegistration(given)) as RegistrationResponse;
}

/** Asks for a passkey by these options. The signal ends the wait. */
export async function get(
  options: object,
  useBrowserAutofill: boolean,
  signal: AbortSignal | undefined,
): Promise<AuthenticationResponse> {
  const cancel = (): void => WebAuthnAbortService.cancelCeremony();
  signal?.addEventListener("abort", cancel);
  const given = { optionsJSON: options, useBrowserAutofill, verifyBrowserAutofillInput: false };
  try {
    return (await startAuthentication(given as Parameters<typeof startAuthentication>[0])) as AuthenticationResponse;
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}
