import type { SignedIn } from "../account/signed-in.ts";

/** The methods that the session was opened with, e.g. "pwd", "fed", "recovery". */
export const methodsOf = ({ amr }: Pick<SignedIn["session"], "amr">): readonly string[] => amr?.split(",") ?? [];

/** Whether the user has signed in by a backup code or a recovery: first a factor must be set up again. */
export const isRecovering = (session: Pick<SignedIn["session"], "amr">): boolean =>
  methodsOf(session).includes("recovery");
