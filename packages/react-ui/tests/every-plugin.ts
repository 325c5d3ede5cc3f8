import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { type AuthConfig, createAuth } from "@keyhold/core";
import { emailOtp } from "@keyhold/email-otp";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { phoneNumber } from "@keyhold/phone-number";
import { publicOptions } from "@keyhold/public-options";
import { social } from "@keyhold/social";
import { github } from "@keyhold/social/github";
import { google } from "@keyhold/social/google";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import type { Page } from "playwright-core";
import { authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { newPerson } from "./new-person.ts";
import { cheapHashing, phones, type UIServer } from "./ui-server.ts";

const key = { clientId: "test", clientSecret: "test" };

const options = {
  secret: "only for this test: 4f9b7c21d8e3a650",
  database: memory(),
  emailAndPassword: { enabled: true, passwordHashing: cheapHashing },
  user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
  plugins: [
    publicOptions(),
    username(),
    magicLink(),
    emailOtp(),
    phoneNumber({ allowedCountries: ["AT", "DE", "US"], sendMessage: phones.send }),
    anonymous(),
    multiSession(),
    passkey(),
    twoFactor(),
    social({ providers: [google(key), github(key)] }),
    organization(),
    teams(),
    admin(),
  ],
} as const satisfies Partial<AuthConfig>;

/** A server with the plugins of all screens. */
export const everyPlugin: Partial<AuthConfig> = options;

/** An auth with the server's users, for calls without a browser. */
export const { api } = createAuth({ ...options, baseURL: "http://localhost", mail: async () => {} });

/** A user before the sign-in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Creates a user with a verified email address. */
export async function createPerson({ role = "user" } = {}): Promise<Person> {
  const { name, email, password } = newPerson();
  const { user } = await api.createUser({ name, email, password, emailVerified: true });
  if (role !== "user") await api.admin.setUserRole({ userId: user.id, role });
  return { id: user.id, name, email, password };
}

/** A browser, and the server of the page. */
export interface At {
  readonly page: Page;
  readonly server: UIServer;
}

/** Makes a call with the cookies of the browser, and without a program of a page. */
export async function call<Output>({ page, server }: At, path: string, data: object): Promise<Output> {
  const response = await page.request.post(`/api/auth${path}`, { data, headers: { origin: server.url } });
  if (!response.ok()) throw new Error(`${path} was answered ${response.status()}: ${await response.text()}`);
  return response.json();
}

/** Signs a user in. */
export const signInAs = (at: At, { email, password }: Person): Promise<object> =>
  call(at, "/sign-in/email", { email, password });

/** Creates an organization with two teams. The organization becomes active for the signed-in user. */
export async function createOrganization(at: At): Promise<{ readonly id: string; readonly name: string }> {
  const name = "Tea Tasters";
  const slug = `tea-${crypto.randomUUID()}`;
  const { id } = await call<{ id: string }>(at, "/organization/create", { name, slug });
  await call(at, "/organization/create-team", { name: "Tasters", organizationId: id });
  return { id, name };
}

/** Sets up an authenticator app for the signed-in user, and signs out. Answers the next code of the app. */
export async function enrol(at: At, { password }: Person): Promise<string> {
  const { totpURI } = await call<{ totpURI: string }>(at, "/two-factor/enable", { password });
  const app = authenticatorOf(new URL(totpURI).searchParams.get("secret") ?? "");
  await call(at, "/two-factor/verify-totp", { code: app.next() });
  await call(at, "/sign-out", {});
  return app.next();
}
