import { anonymous } from "@keyhold/anonymous";
import { type CaptchaEvent, type CaptchaOptions, captcha } from "@keyhold/captcha";
import type { AuthConfig } from "@keyhold/core";
import { emailOtp } from "@keyhold/email-otp";
import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { secretKey, startProvider } from "./provider.ts";

export const email = "ada@example.com";
export const password = "correct horse battery staple";

/** An auth that asks a provider on loopback, and a user. */
export async function open(
  options: Partial<CaptchaOptions> = {},
  config: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail">> = {},
) {
  const provider = await startProvider();
  const given = { provider: "cloudflare-turnstile", secretKey, verifyURL: provider.url, ...options } as const;
  const numbers = phoneNumber({ allowedCountries: ["DE"], sendMessage: () => undefined });
  const fixture = createTestAuth({
    plugins: [captcha(given), emailOtp(), username(), twoFactor(), anonymous(), numbers],
    config,
  });
  await fixture.auth.api.signUp.email({ name: "Ada", email, password });
  let made = 0;

  /** A response that the provider lets pass once. */
  function solved({ hostname = "app.example.com", action = "", score = "" } = {}): string {
    made += 1;
    return `solved:${hostname}:${action}:${score}:${made}`;
  }

  function post(
    path: string,
    body: object,
    response?: string,
    ipAddress = "203.0.113.7",
    cookie = "",
  ): Promise<Response> {
    const headers = {
      "content-type": "application/json",
      origin: "https://app.example.com",
      cookie,
      ...(response !== undefined && { "x-captcha-response": response }),
    };
    const url = `https://app.example.com/api/auth${path}`;
    return fixture.auth.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }), {
      ipAddress,
    });
  }

  const signIn = (response?: string, given: { email?: string; password?: string; ipAddress?: string } = {}) =>
    post(
      "/sign-in/email",
      { email: given.email ?? email, password: given.password ?? password },
      response,
      given.ipAddress,
    );

  return {
    ...fixture,
    provider,
    solved,
    post,
    signIn,
    told: () => fixture.events.filter((event): event is CaptchaEvent => event.type.startsWith("captcha.")),
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  };
}

/** The status and the code of an answer. */
export async function statusAndCode(answer: Promise<Response> | Response): Promise<string> {
  const { status, ...response } = { status: (await answer).status, body: await (await answer).json() };
  return status === 200 ? "200" : `${status} ${response.body.code}`;
}
