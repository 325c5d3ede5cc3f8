import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import type { AuthConfig } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { oneTimeToken } from "@keyhold/one-time-token";
import { organization } from "@keyhold/organization";
import { createTestAuth } from "@keyhold/testing";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";

export const password = "correct horse battery staple";
export const emailOf = (name: string): string => `${name}@example.com`;

interface Answer {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly token?: string;
    readonly user?: { readonly id: string; readonly name: string; readonly isAnonymous: boolean };
  };
}

interface Listed {
  readonly session: { readonly token: string };
  readonly user: { readonly name: string };
  readonly isActive: boolean;
}

type Config = Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail">>;

/** An auth in which guests, links, codes, one-time tokens and several accounts meet the other plugins. */
export function open(config: Config = {}, factors: Partial<TwoFactorOptions> = {}) {
  const fixture = createTestAuth({
    plugins: [
      anonymous(),
      multiSession(),
      oneTimeToken(),
      emailOtp(),
      magicLink(),
      twoFactor(factors),
      admin(),
      organization(),
    ],
    config: { ...config, hooks: { "anonymous.act": () => true } },
  });
  type Visit = Pick<ReturnType<typeof fixture.visit>, "browser">;

  async function call({ browser }: Visit, path: string, body: object = {}): Promise<Answer> {
    fixture.clock.forward({ seconds: 1 });
    const answer = await browser.post(path, body);
    return { status: answer.status, body: await answer.json() };
  }

  const signUp = (visit: Visit, name: string): Promise<Answer> =>
    call(visit, "/sign-up/email", { name, email: emailOf(name), password });
  const signIn = (visit: Visit, name: string): Promise<Answer> =>
    call(visit, "/sign-in/email", { email: emailOf(name), password });

  /** A guest in a browser. */
  async function guestIn(visit: Visit): Promise<string> {
    const { body } = await call(visit, "/sign-in/anonymous");
    return body.user?.id ?? "";
  }

  /** Signs in by a code of an email. */
  async function signInByCode(visit: Visit, name: string): Promise<Answer> {
    const email = emailOf(name);
    await call(visit, "/email-otp/send-verification-otp", { email, type: "sign-in" });
    const { code } = await fixture.mailbox.waitFor(email, { kind: "email-otp.code" });
    return call(visit, "/sign-in/email-otp", { email, otp: code, name });
  }

  /** Carries the session of a browser to another browser. */
  async function carry(from: Visit, to: Visit): Promise<Answer> {
    const { body } = await call(from, "/one-time-token/generate");
    return call(to, "/one-time-token/verify", { token: body.token });
  }

  /** The name of the user of a browser; null: nobody. */
  const active = async ({ browser }: Visit): Promise<string | null> =>
    (await (await browser.get("/get-session")).json())?.user.name ?? null;

  const list = async ({ browser }: Visit): Promise<readonly Listed[]> =>
    (await browser.get("/multi-session/list-device-sessions")).json();

  /** The accounts of a browser by name; the active account has a star. */
  const accounts = async (visit: Visit): Promise<readonly string[]> =>
    (await list(visit)).map(({ user, isActive }) => `${user.name}${isActive ? "*" : ""}`).toSorted();

  async function switchTo(visit: Visit, name: string): Promise<Answer> {
    const found = (await list(visit)).find(({ user }) => user.name === name);
    return call(visit, "/multi-session/set-active", { sessionToken: found?.session.token ?? "none" });
  }

  async function userIdOf(name: string): Promise<string> {
    const user = await fixture.db.find(userModel, { email: emailOf(name) });
    if (!user) throw new Error(`No user has the address ${emailOf(name)}.`);
    return user.id;
  }

  /** A browser with an administrator. */
  async function boss() {
    const visit = fixture.visit();
    await signUp(visit, "boss");
    const role: object = { role: "admin" };
    await fixture.db.update(userModel, await userIdOf("boss"), role);
    return visit;
  }

  const tools = { call, signUp, signIn, guestIn, signInByCode, carry, active, accounts, switchTo, userIdOf, boss };
  return { ...fixture, ...tools };
}
