import type { EmailMessage } from "@keyhold/core";
import { createMailbox, linkIn, type Mailbox } from "@keyhold/testing";
import { type App, type Changes, home, openApp, userByEmail, userModel } from "./app.js";
import type { Answer, Browser } from "./browser.js";

/** An auth whose letters are read. */
export interface MailApp extends App {
  readonly mailbox: Mailbox;
}

/** Everything that is done by letter is on. */
export function openMailApp(changes: Changes = {}): MailApp {
  const mailbox = createMailbox();
  const app = openApp({
    mail: mailbox.send,
    rateLimit: { enabled: false },
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    ...changes,
  });
  return { ...app, mailbox };
}

/** The kinds of all letters to an address, once none is on its way any more. */
export async function kindsTo({ auth, mailbox }: MailApp, email: string): Promise<readonly EmailMessage["kind"][]> {
  await auth.idle();
  return mailbox.messages.filter(({ to }) => to === email).map(({ kind }) => kind);
}

/** The newest letter of a kind, whoever got it. */
export async function newest<Kind extends EmailMessage["kind"]>(
  { auth, mailbox }: MailApp,
  kind: Kind,
): Promise<Extract<EmailMessage, { readonly kind: Kind }>> {
  await auth.idle();
  const message = mailbox.messages.findLast((one): one is Extract<EmailMessage, { kind: Kind }> => one.kind === kind);
  if (!message) throw new Error(`No letter "${kind}" was sent.`);
  return message;
}

/** The link of a letter as a path below the routes. */
export function pathIn(message: EmailMessage): string {
  const { origin, pathname, search } = linkIn(message);
  const base = `${home}/api/auth`;
  if (!`${origin}${pathname}`.startsWith(base)) throw new Error(`The link ${origin}${pathname} leads elsewhere.`);
  return `${origin}${pathname}`.slice(base.length) + search;
}

/** Follows the link of the newest letter of a kind, as a user does. */
export const follow = async (app: MailApp, kind: EmailMessage["kind"], browser = app.browser()): Promise<Answer> =>
  browser.follow(pathIn(await newest(app, kind)));

/** The secret of the newest letter of a kind. */
export async function tokenIn(app: MailApp, kind: EmailMessage["kind"]): Promise<string> {
  const message = await newest(app, kind);
  if (!("token" in message)) throw new Error(`There is no token in the letter "${kind}".`);
  return message.token;
}

/** Signs somebody up at a browser of their own, and lets their letter arrive. */
export async function signUp(app: App, person: Readonly<Record<string, unknown>>): Promise<Browser> {
  const browser = app.browser();
  const answer = await browser.post("/sign-up/email", person);
  if (answer.status !== 200) throw new Error(`The sign-up was answered ${answer.status}: ${answer.text}`);
  await app.auth.idle();
  return browser;
}

/** Makes an address a proven one, behind the auth's back. */
export async function prove(app: App, email: string): Promise<void> {
  await app.db.update(userModel, (await userByEmail(app, email)).id, { emailVerified: true });
}
