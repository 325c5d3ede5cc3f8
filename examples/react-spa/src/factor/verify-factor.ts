import type { CallError } from "@keyhold/client";
import { authClient } from "../auth-client.ts";
import type { GivenCode } from "./CodeForm.tsx";
import type { CodeMethod } from "./methods.ts";

/** The answer of a call that finishes a sign-in. */
export interface FinishedSignIn {
  readonly data: object | null;
  readonly error: CallError | null;
}

const { verifyTotp, verifyOtp, verifyBackupCode } = authClient.twoFactor;

/** The call with a code of this method: it finishes a sign-in, or records the factor again in the session. */
export const verifyFactor = (method: CodeMethod, given: GivenCode) => {
  if (method === "totp") return verifyTotp(given);
  return method === "otp" ? verifyOtp(given) : verifyBackupCode(given);
};
