import type { AuthenticationResponse, RegistrationResponse } from "./schemas.js";

/** The codes of a ceremony that ended in the browser. */
export type CeremonyErrorCode =
  /** The user has closed the dialog, let it time out, or began another ceremony. */
  | "CEREMONY_CANCELLED"
  /** The browser or the device could not do it. */
  | "CEREMONY_FAILED"
  /** The browser has no passkeys, or not of this kind. */
  | "PASSKEYS_NOT_SUPPORTED"
  /** The device has a passkey of this user already. */
  | "PREVIOUSLY_REGISTERED";

/** Why a ceremony ended in the browser. */
export interface CeremonyError {
  readonly code: CeremonyErrorCode;
  readonly message: string;
  readonly status: 0;
  readonly statusText: "";
  readonly error?: unknown;
}

/** The result of a ceremony, in the form of a call's answer. */
export type CeremonyAnswer<Data> =
  | { readonly data: Data; readonly error: null }
  | { readonly data: null; readonly error: CeremonyError };

/** Loaded on use: a page without a ceremony does not load it. */
const loadBrowser = (): Promise<typeof import("@simplewebauthn/browser")> => import("@simplewebauthn/browser");

/** The errors of browsers for a user who has not gone on, or for a newer ceremony. */
const cancelled = /^(AbortError|NotAllowedError)$/;

/** An error of a ceremony. */
export const failed = (code: CeremonyErrorCode, message: string, error?: unknown) =>
  ({ data: null, error: { code, message, status: 0, statusText: "", error } }) as const;

const failureOf = (thrown: unknown): ReturnType<typeof failed> => {
  const { name = "", code = "", message = "" } = thrown as Partial<DOMException & { readonly code: unknown }>;
  if (String(code).endsWith("PREVIOUSLY_REGISTERED")) return failed("PREVIOUSLY_REGISTERED", message, thrown);
  if (cancelled.test(name)) return failed("CEREMONY_CANCELLED", "The dialog was closed.", thrown);
  return failed("CEREMONY_FAILED", message, thrown);
};

/** Makes a passkey by these options. */
export async function create(options: object, isAutomatic: boolean): Promise<CeremonyAnswer<RegistrationResponse>> {
  try {
    const { startRegistration } = await loadBrowser();
    const given = { optionsJSON: options, useAutoRegister: isAutomatic } as Parameters<typeof startRegistration>[0];
    return { data: (await startRegistration(given)) as RegistrationResponse, error: null };
  } catch (thrown) {
    return failureOf(thrown);
  }
}

/** Asks for a passkey by these options; `isAutofill`: in the list of the browser below a field, without a dialog. */
export async function get(
  options: object,
  { isAutofill, signal }: { readonly isAutofill: boolean; readonly signal: AbortSignal | undefined },
): Promise<CeremonyAnswer<AuthenticationResponse>> {
  try {
    const { startAuthentication, WebAuthnAbortService } = await loadBrowser();
    const cancel = (): void => WebAuthnAbortService.cancelCeremony();
    signal?.throwIfAborted();
    signal?.addEventListener("abort", cancel);
    const given = { optionsJSON: options, useBrowserAutofill: isAutofill, verifyBrowserAutofillInput: false };
    const response = await startAuthentication(given as Parameters<typeof startAuthentication>[0]);
    signal?.removeEventListener("abort", cancel);
    return { data: response as AuthenticationResponse, error: null };
  } catch (thrown) {
    return failureOf(thrown);
  }
}
