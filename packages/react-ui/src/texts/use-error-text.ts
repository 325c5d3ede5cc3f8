import type { CallError } from "@keyhold/react";
import { errors } from "./en/errors.js";
import { useTexts } from "./use-texts.js";

/** A function that gives the sentence of an error. */
export function useErrorText(): (error: CallError) => string {
  const { codes, ...texts } = useTexts("errors", errors);
  return ({ code, status, retryAfterSeconds }) => {
    const sentence = Object.hasOwn(codes, code) ? codes[code] : undefined;
    if (code === "TOO_MANY_ATTEMPTS" || status === 429)
      return code === "TOO_MANY_ATTEMPTS" && retryAfterSeconds === undefined
        ? texts.closed
        : texts.wait(retryAfterSeconds ?? 60);
    if (sentence) return sentence;
    return status === 503 ? texts.busy : texts.unexpected(code);
  };
}
