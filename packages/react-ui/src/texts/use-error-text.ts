import type { CallError } from "@keyhold/react";
import { useUI } from "../context.js";
import { errors } from "./en/errors.js";
import { useTexts } from "./use-texts.js";

/** The errors of calls that need a newer proof. */
const proofCodes = ["SESSION_IS_NOT_FRESH", "STEP_UP_REQUIRED"];

/** For the developer of the app, in the console: the user cannot do more than sign in again. */
const forgotten =
  "A call needs a newer proof of the user, and no dialog asks for it. Give onStepUp of createStepUp() to createAuthClient, and its useStepUp to <AuthUI stepUp={useStepUp}>.";

/** A function that gives the sentence of an error. */
export function useErrorText(): (error: CallError) => string {
  const { canStepUp } = useUI();
  const { codes, ...texts } = useTexts("errors", errors);
  return ({ code, status, retryAfterSeconds }) => {
    if (proofCodes.includes(code) && !canStepUp) reportError(new Error(forgotten));
    const sentence = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (code === "TOO_MANY_ATTEMPTS" || status === 429)
      return code === "TOO_MANY_ATTEMPTS" && retryAfterSeconds === undefined
        ? texts.closed
        : texts.wait(retryAfterSeconds ?? 60);
    if (sentence) return sentence;
    return status === 503 ? texts.busy : texts.unexpected(code);
  };
}
