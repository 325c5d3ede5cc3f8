import type { CallError } from "@keyhold/react";
import { useState } from "react";
import { redirectName, useEndSignIn, useLeaveSignedIn } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { ownPath, useQuery } from "../query.js";
import { canFinish, type FactorMethod, knownMethods, methodsIn } from "./methods.js";
import type { GivenCode } from "./use-code-form.js";

/** The state of the second step of a sign-in. */
export interface TwoFactorState {
  /**
   * "none": no sign-in waits in this browser, or for a method that these screens do not know. "enroll": the user must set up a factor first. "ended": the first step is
   * too long ago.
   */
  readonly step: "reading" | "none" | "ask" | "enroll" | "ended";
  /** The methods of this user, the preferred method first. */
  readonly methods: readonly FactorMethod[];
  /** The path after the sign-in. */
  readonly to: string;
  /** Finishes the sign-in with a code or a passkey; answers the error. */
  readonly verify: (method: FactorMethod, given: GivenCode) => Promise<CallError | null>;
  /** Sends a code by email; answers the error. */
  readonly sendCode: () => Promise<CallError | null>;
  /** Takes the answer of another call that finishes the sign-in; answers the error. */
  readonly finish: (answer: FinishedSignIn) => Promise<CallError | null>;
}

/** The answer of a call that finishes a sign-in. */
export interface FinishedSignIn {
  readonly data: object | null;
  readonly error: CallError | null;
}

/**
 * The state and the handlers of the second step of a sign-in, without markup. The URL has the methods:
 * `?methods=totp,otp`.
 *
 * @example const { step, methods, verify } = useTwoFactor();
 */
export function useTwoFactor(): TwoFactorState {
  const { client, paths } = useUI();
  const query = useQuery();
  const endSignIn = useEndSignIn();
  const to = ownPath(query?.get(redirectName) ?? null) ?? paths.home;
  const [hasEnded, setEnded] = useState(false);
  useLeaveSignedIn(to);

  const given = methodsIn(query);

  /** A sign-in that has ended cannot be repaired by another code. */
  async function finish(answer: FinishedSignIn): Promise<CallError | null> {
    if (answer.error?.code !== "INVALID_TWO_FACTOR_COOKIE") return endSignIn(answer, to);
    setEnded(true);
    return null;
  }

  const calls: Readonly<Record<FactorMethod, (given: GivenCode) => Promise<FinishedSignIn>>> = {
    passkey: () => client.signIn.passkey(),
    // An app may have passkeys as its only factor.
    totp: (given) => client.twoFactor.verifyTotp(given),
    otp: (given) => client.twoFactor.verifyOtp(given),
    "backup-code": (given) => client.twoFactor.verifyBackupCode(given),
  };
  function step(): TwoFactorState["step"] {
    if (query === null) return "reading";
    if (hasEnded) return "ended";
    if (!canFinish(given, client)) return "none";
    return given.includes("enroll") ? "enroll" : "ask";
  }

  return {
    step: step(),
    methods: knownMethods(given, client),
    to,
    verify: async (method, code) => finish(await calls[method](code)),
    sendCode: async () => finish(await client.twoFactor.sendOtp()),
    finish,
  };
}
