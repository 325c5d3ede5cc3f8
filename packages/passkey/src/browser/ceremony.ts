/** The codes of a ceremony that ended in the browser. */
export type CeremonyErrorCode =
  /** The user has closed the dialog, let it time out, or began another ceremony. */
  | "CEREMONY_CANCELLED"
  /** The browser or the device could not do the ceremony. */
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

/** An error of a ceremony. */
export const failed = (code: CeremonyErrorCode, message: string, error?: unknown) =>
  ({ data: null, error: { code, message, status: 0, statusText: "", error } }) as const;

/** The error of a ceremony that the user, or a newer ceremony, has ended. */
export const cancelled = (error?: unknown) => failed("CEREMONY_CANCELLED", "Cancelled.", error);

/** Loaded on use: a page without a ceremony does not load this code. */
const loadDialog = (): Promise<Dialog> => import("./dialog.js");

/** The dialogs of the browser. */
export type Dialog = typeof import("./dialog.js");

/** The errors of browsers, and of apps, for a user who has not gone on, or for a newer ceremony. */
const ended = /^(Abort|NotAllowed)Error |cancel/i;

/** Opens a dialog: answers with what the user has given. `other`: in place of the dialogs of the browser. */
export async function answerOf<Data>(
  open: (dialog: Dialog) => Promise<Data>,
  other?: Dialog,
): Promise<CeremonyAnswer<Data>> {
  try {
    const data = await open(other ?? (await loadDialog()));
    return data ? { data, error: null } : cancelled();
  } catch (thrown) {
    const { name, code, message } = thrown as Error & { readonly code?: unknown };
    if (/PREVIOUSLY/.test(String(code))) return failed("PREVIOUSLY_REGISTERED", message, thrown);
    return ended.test(`${name} ${code}`) ? cancelled(thrown) : failed("CEREMONY_FAILED", message, thrown);
  }
}
