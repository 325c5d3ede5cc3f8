import type { AnswerFault, IdentityProvider } from "@keyhold/testing/identity-provider";
import { onTestFinished, vi } from "vitest";

/** The `timeoutSeconds` of an auth in a test with a response after the timeout. */
export const timeoutSeconds = 7;

/**
 * A response after the timeout, for the rest of this test: the timeout of each request passes when the provider has
 * the request. No other time passes a timeout, so a busy machine has no effect.
 */
export function afterTimeout(): AnswerFault {
  const timeouts: AbortController[] = [];
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const timeout = new AbortController();
    if (milliseconds === timeoutSeconds * 1000) timeouts.push(timeout);
    return timeout.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return {
    get slowMilliseconds() {
      for (const timeout of timeouts)
        timeout.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
      return 500;
    },
  };
}

/** Invalid responses of any endpoint. `elsewhere`: the target of a redirect, which must get no request. */
export const noAnswers: readonly (readonly [
  what: string,
  fault: (elsewhere: Pick<IdentityProvider, "origin">) => AnswerFault,
])[] = [
  ["a response after the timeout", afterTimeout],
  ["a closed connection", () => ({ hangsUp: true })],
  ["an answer of 500", () => ({ status: 500 })],
  ["a redirect that keeps the method (307)", ({ origin }) => ({ status: 307, redirectTo: `${origin}/token` })],
  ["a redirect to a page (302)", ({ origin }) => ({ status: 302, redirectTo: `${origin}/userinfo` })],
  ["truncated JSON", () => ({ text: '{"sub": "ada", "access_token": "a", ' })],
  ["a page instead of JSON", () => ({ text: "<!DOCTYPE html><title>Log in</title>" })],
  ["an answer of a megabyte", () => ({ json: { padding: "x".repeat(1_048_576) } })],
  ["an empty answer", () => ({ text: "" })],
  ["null", () => ({ json: null })],
  ["a list", () => ({ json: [] })],
  ["a text", () => ({ json: "ada" })],
];
