import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { type CodeType, type EmailOtpOptions, emailOtp } from "@keyhold/email-otp";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { createTestAuth } from "@keyhold/testing";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<EmailOtpOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";

/** An auth with the plugin. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [emailOtp(options)],
    clientPlugins: [emailOtpClient()],
    config: { ...config, ...(database && { database }) },
  });
  type Visit = ReturnType<typeof fixture.visit>;
  type Requested = Exclude<CodeType, "new-email">;

  /** Asks for a code in a browser, and answers with the code of the email. */
  async function ask({ browser }: Pick<Visit, "browser">, type: Requested = "sign-in", to = email): Promise<string> {
    const answer = await browser.post("/email-otp/send-verification-otp", { email: to, type });
    if (answer.status !== 200) throw new Error(`send-verification-otp: ${answer.status} ${await answer.text()}`);
    return (await fixture.mailbox.waitFor(to, { kind: "email-otp.code" })).code;
  }

  /** A user with a verified address. */
  async function verified(to = email) {
    const person = await fixture.signUp(to);
    await fixture.db.update(userModel, person.user.id, { emailVerified: true });
    return person;
  }

  const users = () => fixture.db.list(userModel, {}, { orderBy: "id", limit: 100 });
  const sessions = () => fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 100 });
  const signedInAs = async ({ client }: Pick<Visit, "client">): Promise<string | null> =>
    (await client.getSession()).data?.user.email ?? null;

  return { ...fixture, ask, verified, users, sessions, signedInAs };
}

export type Fixture = ReturnType<typeof open>;
export type Visit = ReturnType<Fixture["visit"]>;

export const wrongOf = (code: string): string =>
  String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");
