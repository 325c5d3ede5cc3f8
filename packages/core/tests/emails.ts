import type { EmailMessage } from "@keyhold/core";
import { createMailbox, linkIn, type Mailbox } from "@keyhold/testing";
import { type App, type Changes, home, openApp, userByEmail, userModel } from "../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../tests/harness/browser.ts";

/** An auth with a mailbox. */
export interface MailApp extends App {
  readonly mailbox: Mailbox;
}

/** All features with emails are on. */
export function openMailApp(changes: Changes = {}): MailApp {
  const mailbox = createMailbox();
  const app = openApp({
    mail: mailbox.send,
    rateLimit: { enabled: false, wrongPasswords: false },
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    ...changes,
  });
  return { ...app, mailbox };
}

/** The kinds of all emails to an address, after all deliveries. */
export async function kindsTo({ auth, mailbox }: MailApp, email: string): Promise<readonly EmailMessage["kind"][]> {
  await auth.idle();
  return mailbox.messages.filter(({ to }) => to === email).map(({ kind }) => kind);
}

/** The newest email of a kind, to any address. */
export async function newest<Kind extends EmailMessage["kind"]>(
  { auth, mailbox }: MailApp,
  kind: Kind,
): Promise<Extract<EmailMessage, { readonly kind: Kind }>> {
  await auth.idle();
  const message = mailbox.messages.findLast((one): one is Extract<EmailMessage, { kind: Kind }> => one.kind === kind);
  if (!message) throw new Error(`No email "${kind}" was sent.`);
  return message;
}

/** The link of an email as a path below the routes. */
export function pathIn(message: EmailMessage): string {
  const { origin, pathname, search } = linkIn(message);
  const base = `${home}/api/auth`;
  if (!`${origin}${pathname}`.startsWith(base)) throw new Error(`The link ${origin}${pathname} leads elsewhere.`);
  return `${origin}${pathname}`.slice(base.length) + search;
}

/** Follows the link of the newest email of a kind, as a user does. */
export const follow = async (app: MailApp, kind: EmailMessage["kind"], browser = app.browser()): Promise<Answer> =>
  browser.follow(pathIn(await newest(app, kind)));

/** The secret of the newest email of a kind. */
export async function tokenIn(app: MailApp, kind: EmailMessage["kind"]): Promise<string> {
  const message = await newest(app, kind);
  if (!("token" in message)) throw new Error(`There is no token in the email "${kind}".`);
  return message.token;
}

/** Signs a user up in a new browser, and waits for the email. */
export async function signUp(app: App, person: Readonly<Record<string, unknown>>): Promise<Browser> {
  const browser = app.browser();
  const answer = await browser.post("/sign-up/email", person);
  if (answer.status !== 200) throw new Error(`The sign-up was answered ${answer.status}: ${answer.text}`);
  await app.auth.idle();
  return browser;
}

/** Marks an address as verified, directly in the database. */
export async function prove(app: App, email: string): Promise<void> {
  await app.db.update(userModel, (await userByEmail(app, email)).id, { emailVerified: true });
}
