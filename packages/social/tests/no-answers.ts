import type { AnswerFault, IdentityProvider } from "@keyhold/testing/identity-provider";

/** Seconds that an auth of these tests waits for an answer, the least that it may be told. */
export const timeoutSeconds = 1;

/** Answers that are none, of whatever endpoint. `elsewhere`: where a redirect leads, and where nobody is to ask. */
export const noAnswers: readonly (readonly [
  what: string,
  fault: (elsewhere: Pick<IdentityProvider, "origin">) => AnswerFault,
])[] = [
  ["an answer that comes too late", () => ({ slowMilliseconds: timeoutSeconds * 1000 + 500 })],
  ["no answer at all", () => ({ hangsUp: true })],
  ["an answer of 500", () => ({ status: 500 })],
  ["a redirect that keeps the method (307)", ({ origin }) => ({ status: 307, redirectTo: `${origin}/token` })],
  ["a redirect to a page (302)", ({ origin }) => ({ status: 302, redirectTo: `${origin}/userinfo` })],
  ["JSON that ends too early", () => ({ text: '{"sub": "ada", "access_token": "a", ' })],
  ["a page instead of JSON", () => ({ text: "<!DOCTYPE html><title>Log in</title>" })],
  ["an answer of a megabyte", () => ({ json: { padding: "x".repeat(1_048_576) } })],
  ["an empty answer", () => ({ text: "" })],
  ["null", () => ({ json: null })],
  ["a list", () => ({ json: [] })],
  ["a text", () => ({ json: "ada" })],
];
