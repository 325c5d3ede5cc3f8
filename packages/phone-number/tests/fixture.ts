import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { type PhoneNumberOptions, phoneNumber, type SentMessage } from "@keyhold/phone-number";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { createTestAuth } from "@keyhold/testing";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<PhoneNumberOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const number = "+4915112345678";
export const password = "another right password";

/** The text messages that an app has sent. */
export function createPhones() {
  const messages: SentMessage[] = [];
  const lastTo = (to: string): SentMessage | undefined => messages.findLast((message) => message.to === to);
  return { messages, lastTo, sendMessage: (message: SentMessage): void => void messages.push(message) };
}

/** An auth with the plugin. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const phones = createPhones();
  const sending = options.provider ? {} : { sendMessage: phones.sendMessage };
  const fixture = createTestAuth({
    plugins: [phoneNumber({ allowedCountries: ["DE", "US"], ...sending, ...options })],
    clientPlugins: [phoneNumberClient()],
    config: { ...config, ...(database && { database }) },
  });
  type Visit = ReturnType<typeof fixture.visit>;

  /** Asks for a code in a browser, and answers with the code of the message. */
  async function ask({ browser }: Pick<Visit, "browser">, to = number, path = "send-otp"): Promise<string> {
    const answer = await browser.post(`/phone-number/${path}`, { phoneNumber: to });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    await fixture.auth.idle();
    return phones.lastTo(to)?.code ?? "";
  }

  const verify = ({ browser }: Pick<Visit, "browser">, code: string, more: object = {}): Promise<Response> =>
    browser.post("/phone-number/verify", { phoneNumber: number, code, ...more });

  /** A user whose only credential is a verified number; signed in. */
  async function holder(to = number) {
    const visit = fixture.visit();
    const answer = await verify(visit, await ask(visit, to), { phoneNumber: to });
    const { user } = await answer.json();
    return { ...visit, user: user as { readonly id: string; readonly email: string } };
  }

  /** A user with an address, a password and a verified number; signed in. */
  async function member(email = "ada@example.com", to = number) {
    const person = await fixture.signUp(email);
    await fixture.db.update(userModel, person.user.id, { emailVerified: true });
    const added = await verify(person, await ask(person, to), { phoneNumber: to, updatePhoneNumber: true });
    if (added.status !== 200) throw new Error(`verify: ${added.status} ${await added.text()}`);
    return person;
  }

  const users = () => fixture.db.list(userModel, {}, { orderBy: "id", limit: 100 });
  const sessions = () => fixture.db.list(sessionModel, {}, { orderBy: "id", limit: 100 });
  const signedInAs = async ({ client }: Pick<Visit, "client">): Promise<string | null> =>
    (await client.getSession()).data?.user.id ?? null;

  return { ...fixture, phones, ask, verify, holder, member, users, sessions, signedInAs };
}

export type Fixture = ReturnType<typeof open>;
export type Visit = ReturnType<Fixture["visit"]>;

export const wrongOf = (code: string): string =>
  String((Number(code) + 1) % 10 ** code.length).padStart(code.length, "0");

export const codeOf = async (answer: Response): Promise<unknown> => [answer.status, (await answer.json()).code];
