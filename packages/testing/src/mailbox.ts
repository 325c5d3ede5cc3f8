import type { EmailKind, EmailMessage, EmailOf } from "@keyhold/core";
import type { PluginEmail } from "@keyhold/core/plugin";

/** The mailbox of an auth under test. `Own`: the emails of the plugins. Default: any. */
export interface Mailbox<Own extends PluginEmail = PluginEmail> {
  /** Stores an email: the `mail` option of an auth. Works without `this`. */
  readonly send: (message: EmailMessage<Own>) => Promise<void>;
  /** All emails, oldest first. */
  readonly messages: readonly EmailMessage<Own>[];
  /** The newest email to an address, of `kind` if given; null without such an email. */
  lastTo<Kind extends EmailKind<Own>>(email: string, kind?: Kind): EmailOf<Kind, Own> | null;
  /** Resolves to the next email to an address that no earlier wait has answered. Rejects after the maximum wait. */
  waitFor<Kind extends EmailKind<Own>>(email: string, options?: WaitOptions<Kind>): Promise<EmailOf<Kind, Own>>;
  /** Removes all emails. */
  clear(): void;
}

/** Options of `waitFor`. */
export interface WaitOptions<Kind extends EmailKind = EmailKind> {
  /** Skips emails of other kinds; later waits can get those. */
  readonly kind?: Kind;
  /** Default 5,000. */
  readonly maxWaitMilliseconds?: number;
}

interface Waiting<Own extends PluginEmail> {
  /** Whether this is the email; if so, the wait ends. */
  readonly takes: (message: EmailMessage<Own>) => boolean;
}

/** The emails of a mailbox, oldest first. */
export interface Kept<Own extends PluginEmail> {
  readonly messages: EmailMessage<Own>[];
  /** The emails that have answered no wait. */
  readonly unseen: EmailMessage<Own>[];
}

/** Makes an empty mailbox. */
export function createMailbox<Own extends PluginEmail = PluginEmail>(): Mailbox<Own> {
  return mailboxOver<Own>({ messages: [], unseen: [] });
}

/** Makes a mailbox that reads and changes these lists. */
export function mailboxOver<Own extends PluginEmail>({ messages, unseen }: Kept<Own>): Mailbox<Own> {
  const waiting: Waiting<Own>[] = [];

  return {
    messages,
    async send(message) {
      const kept = Object.freeze({ ...message });
      messages.push(kept);
      const position = waiting.findIndex(({ takes }) => takes(kept));
      if (position === -1) unseen.push(kept);
      else waiting.splice(position, 1);
    },
    lastTo: <Kind extends EmailKind<Own>>(email: string, kind?: Kind) =>
      messages.findLast(isFor<Own, Kind>(email, kind)) ?? null,
    async waitFor<Kind extends EmailKind<Own>>(
      email: string,
      { kind, maxWaitMilliseconds = 5000 }: WaitOptions<Kind> = {},
    ) {
      const isMeant = isFor<Own, Kind>(email, kind);
      const message = unseen.find(isMeant);
      if (!message) return nextEmail(waiting, isMeant, { email, kind, maxWaitMilliseconds });
      unseen.splice(unseen.indexOf(message), 1);
      return message;
    },
    clear() {
      messages.length = 0;
      unseen.length = 0;
    },
  };
}

function isFor<Own extends PluginEmail, Kind extends EmailKind<Own>>(email: string, kind: Kind | undefined) {
  return (message: EmailMessage<Own>): message is EmailMessage<Own> & EmailOf<Kind, Own> =>
    message.to.toLowerCase() === email.toLowerCase() && (kind === undefined || message.kind === kind);
}

interface Wanted {
  readonly email: string;
  readonly kind: string | undefined;
  readonly maxWaitMilliseconds: number;
}

function nextEmail<Own extends PluginEmail, Meant extends EmailMessage<Own>>(
  waiting: Waiting<Own>[],
  isMeant: (message: EmailMessage<Own>) => message is Meant,
  { email, kind, maxWaitMilliseconds }: Wanted,
): Promise<Meant> {
  return new Promise((resolve, reject) => {
    const takes = (message: EmailMessage<Own>): boolean => {
      if (!isMeant(message)) return false;
      clearTimeout(timer);
      resolve(message);
      return true;
    };
    const entry: Waiting<Own> = { takes };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1);
      const message = kind === undefined ? "email" : `email "${kind}"`;
      reject(new Error(`No ${message} to ${email} within ${maxWaitMilliseconds} ms.`));
    }, maxWaitMilliseconds);
    waiting.push(entry);
  });
}

/** The link of an email. Throws if the email has no link. */
export function linkIn(message: EmailMessage): URL {
  if (!("url" in message)) throw new Error(`There is no link in the email "${message.kind}".`);
  return new URL(message.url);
}
