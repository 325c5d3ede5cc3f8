import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { type Row, sessionModel, userModel } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { type TwoFactorOptions, twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { codeOf, readSecret, stepOf } from "../src/codes/totp.js";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<TwoFactorOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const password = "correct horse battery staple";

/** An auth with the plugin and usernames. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [username(), twoFactor(options)],
    clientPlugins: [usernameClient(), twoFactorClient()],
    config: { ...config, ...(database && { database }) },
  });

  /** The code of an authenticator app at this time; `steps`: of a later or earlier step. */
  function codeAt(secret: string, steps = 0): string {
    const bytes = readSecret(secret);
    if (!bytes) throw new Error(`"${secret}" is no secret.`);
    return codeOf(bytes, stepOf(fixture.clock.now()) + steps);
  }

  /** A user with a confirmed authenticator app, signed in, thirty seconds after the confirmation. */
  async function enrol(name: string) {
    const email = `${name}@example.com`;
    const person = await fixture.signUp(email, { name, username: name });
    const enabled = await person.client.twoFactor.enable({ password });
    if (enabled.error) throw new Error(`enable: ${enabled.error.code}`);
    const { totpURI = "", backupCodes } = enabled.data;
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    const confirmed = await person.client.twoFactor.verifyTotp({ code: codeAt(secret) });
    if (confirmed.error) throw new Error(`verifyTotp: ${confirmed.error.code}`);
    fixture.clock.forward({ seconds: 30 });
    return { ...person, email, secret, backupCodes };
  }

  /** Verifies the address of a user, as the app may: a reset then removes no factor. */
  const verify = (userId: string) => fixture.db.update(userModel, userId, { emailVerified: true });

  /** A new browser with a pending sign-in. */
  async function begin(email: string) {
    const visit = fixture.visit();
    const { data, error } = await visit.client.signIn.email({ email, password });
    if (error) throw new Error(`signIn.email: ${error.code}`);
    return { ...visit, data };
  }

  const sessionsOf = (userId: string) => fixture.db.list(sessionModel, { userId }, { orderBy: "id", limit: 100 });
  const userOf = (id: string) => fixture.db.find(userModel, { id }) as Promise<Row<typeof userModel> | null>;

  return { ...fixture, codeAt, enrol, verify, begin, sessionsOf, userOf };
}

export type Fixture = ReturnType<typeof open>;

/** The names of the cookies that a browser has. */
export const cookieNames = ({ cookies }: Fixture["browser"]): readonly string[] =>
  cookies.cookies.map(({ name }) => name.replace(/^__Host-keyhold\./, ""));
