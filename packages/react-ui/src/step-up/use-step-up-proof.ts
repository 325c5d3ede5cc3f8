import type { CallError } from "@keyhold/react";
import { useUI } from "../context.js";
import { type FactorMethod, knownMethods } from "../second-factor/methods.js";

/** A method of a proof: a password, a code to the user's phone, or a second factor. */
export type ProofMethod = FactorMethod | "password" | "phone-code";

/** What `useStepUpProof` answers. */
export interface StepUpProofState {
  /** The methods of this user, the preferred method first. Empty: the user can only sign in again. */
  readonly methods: readonly ProofMethod[];
  /** Proves with a password, a code or a passkey; answers the error. */
  readonly prove: (method: ProofMethod, secret: string) => Promise<CallError | null>;
  /** Sends a code by email, or to the user's phone; answers the error. */
  readonly sendCode: (method?: "otp" | "phone-code") => Promise<CallError | null>;
}

/**
 * The handlers of a proof for a call, without markup. `proven` is called after a success.
 *
 * @example
 * const { need, finish } = useStepUp();
 * const { methods, prove } = useStepUpProof(need?.methods ?? [], finish);
 */
export function useStepUpProof(given: readonly string[], proven: () => void): StepUpProofState {
  const { client } = useUI();

  function call(method: ProofMethod, secret: string): Promise<{ readonly error: CallError | null }> {
    const { stepUp } = client;
    switch (method) {
      case "password":
        return stepUp.password({ password: secret });
      case "passkey":
        return stepUp.withPasskey();
      case "totp":
        return stepUp.totp({ code: secret });
      case "otp":
        return stepUp.otp({ code: secret });
      case "phone-code":
        return stepUp.phoneCode({ code: secret });
      default:
        return stepUp.backupCode({ code: secret });
    }
  }

  return {
    methods: [
      ...(given.includes("password") ? (["password"] as const) : []),
      ...knownMethods(given, client),
      ...(given.includes("phone-code") && "phoneNumber" in client ? (["phone-code"] as const) : []),
    ],
    async prove(method, secret) {
      const { error } = await call(method, secret);
      if (!error) proven();
      return error;
    },
    sendCode: async (method = "otp") =>
      (await (method === "otp" ? client.stepUp.sendOtp() : client.stepUp.sendPhoneCode())).error,
  };
}
