import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { apiKey } from "@keyhold/api-key";
import type { Database } from "@keyhold/core/adapter";
import { userModel } from "@keyhold/core/plugin";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { emailOtp } from "@keyhold/email-otp";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { magicLink } from "@keyhold/magic-link";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { oneTimeToken } from "@keyhold/one-time-token";
import { passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { type Browser, createTestAuth } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { expect } from "vitest";

export const password = "correct horse battery staple";
export const newPassword = "a wholly new password 42";
const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/** A request that was made before, with the cookies of that time. */
export type Ask = () => Promise<Response>;

export type Beside = ReturnType<typeof openBeside>;

/** A user, and the browser in which the user is signed in. */
export interface Person {
  readonly user: { readonly id: string; readonly email: string };
  readonly browser: Browser;
}

/** An auth with the plugins that open a session or add a way to sign in. */
export function openBeside(database: Database) {
  const fixture = createTestAuth({
    plugins: [
      admin(),
      apiKey(),
      magicLink(),
      emailOtp(),
      oneTimeToken(),
      passkey(),
      deviceAuthorization({ clients: { cli: { name: "Example CLI" } } }),
    ],
    clientPlugins: [adminClient(), magicLinkClient(), emailOtpClient(), passkeyClient()],
    config: {
      database,
      session: { bearer: true },
      rateLimit: { enabled: false, wrongPasswords: false },
      user: { deleteUser: { enabled: true, confirmByMail: false } },
    },
  });
  let made = 0;

  /** A user with a password. */
  async function join({ isVerified = true } = {}): Promise<Person> {
    made += 1;
    const person = await fixture.signUp(`person${made}@example.com`, { password });
    if (isVerified) await fixture.db.update(userModel, person.user.id, { emailVerified: true });
    return person;
  }

  const ask = ({ headers }: Browser, path: string, body: object): Ask => {
    const given = headers();
    given.set("content-type", "application/json");
    const url = `https://app.example.com/api/auth${path}`;
    return () => fixture.auth.handler(new Request(url, { method: "POST", headers: given, body: JSON.stringify(body) }));
  };
  async function read<T>(answer: Promise<Response>): Promise<T> {
    const response = await answer;
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json();
  }
  const signedIn = async ({ user: { email } }: Person): Promise<Browser> => {
    const { browser } = fixture.visit();
    await read(browser.post("/sign-in/email", { email, password }));
    return browser;
  };

  /** Requests that open a session of a user, each by a credential from before the request. */
  const openings = {
    password: async ({ user: { email } }: Person) =>
      ask(fixture.visit().browser, "/sign-in/email", { email, password }),
    async link({ user: { email } }: Person) {
      const { browser, client } = fixture.visit();
      await client.signIn.magicLink({ email });
      const { token } = await fixture.mailbox.waitFor(email, { kind: "magic-link.sign-in" });
      return ask(browser, "/magic-link/verify", { token });
    },
    async code({ user: { email } }: Person) {
      const { browser, client } = fixture.visit();
      await client.emailOtp.sendVerificationOtp({ email, type: "sign-in" });
      const { code: otp } = await fixture.mailbox.waitFor(email, { kind: "email-otp.code" });
      return ask(browser, "/sign-in/email-otp", { email, otp });
    },
    async token(person: Person) {
      const { token } = await read<{ token: string }>((await signedIn(person)).post("/one-time-token/generate"));
      return ask(fixture.visit().browser, "/one-time-token/verify", { token });
    },
    async device(person: Person) {
      const browser = await signedIn(person);
      const codes = await read<{ device_code: string; user_code: string }>(
        fixture.visit().browser.post("/device/code", { client_id: "cli" }),
      );
      await browser.get("/device", { user_code: codes.user_code });
      await read(browser.post("/device/approve", { userCode: codes.user_code }));
      const body = { grant_type: deviceGrant, device_code: codes.device_code, client_id: "cli" };
      return ask(fixture.visit().browser, "/device/token", body);
    },
    stepUp: async (person: Person) => ask(await signedIn(person), "/step-up/password", { password }),
  } satisfies Record<string, (person: Person) => Promise<Ask>>;

  /** Requests that add a way to sign in, each from a separate session of the user. */
  const additions = {
    async passkey(person: Person) {
      const visit = fixture.visit();
      await visit.client.signIn.email({ email: person.user.email, password });
      const { data } = await visit.client.passkey.generateRegisterOptions();
      if (!data) throw new Error("The registration of a passkey did not begin.");
      return ask(visit.browser, "/passkey/verify-registration", { response: createAuthenticator().register(data) });
    },
    key: async (person: Person) => ask(await signedIn(person), "/api-key/create", { name: "a key" }),
  } satisfies Record<string, (person: Person) => Promise<Ask>>;

  return { ...fixture, join, ask, openings, additions };
}
