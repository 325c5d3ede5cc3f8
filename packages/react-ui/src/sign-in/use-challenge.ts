import type { CallOptions } from "@keyhold/react";
import { type Captcha, useUI } from "../context.js";

/** A function that solves the challenge of an action, and answers the options of the call. */
export function useChallenge(): (action: Parameters<Captcha>[0]) => Promise<CallOptions> {
  const { captcha } = useUI();
  return async (action) => {
    let response: string | undefined;
    try {
      response = await captcha?.(action);
    } catch {
      // Without a response the server answers with the error that the user sees.
    }
    return response ? { headers: { "x-captcha-response": response } } : {};
  };
}
