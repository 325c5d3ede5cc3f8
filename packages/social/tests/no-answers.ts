import type { AnswerFault, IdentityProvider } from "@keyhold/testing/identity-provider";

/** The minimum `timeoutSeconds`. */
export const timeoutSeconds = 1;

/** Invalid responses of any endpoint. `elsewhere`: the target of a redirect, which must get no request. */
export const noAnswers: readonly (readonly [
  what: string,
  fault: (elsewhere: Pick<IdentityProvider, "origin">) => AnswerFault,
])[] = [
  ["a response after the timeout", () => ({ slowMilliseconds: timeoutSeconds * 1000 + 500 })],
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
