import type { Mail } from "@keyhold/core";
import { checkKnownKeys, type KnownKeys } from "@keyhold/core/options";
import { type EmailLanguages, renderEmail, type Templates } from "./render.js";

/** The transport of nodemailer, as returned by `createTransport`. */
export interface MailTransport {
  sendMail(message: MailMessage): Promise<unknown>;
}

/** An email in the form of nodemailer's `sendMail`. */
export interface MailMessage {
  from: string | MailAddress;
  replyTo?: string | MailAddress;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** An email address with a display name; the name may be empty. */
export interface MailAddress {
  name: string;
  address: string;
}

/** The options of `nodemailer`: the sender, the address for replies and the templates. */
export interface NodemailerOptions extends EmailLanguages {
  /** The sender of every email, e.g. "Example <no-reply@example.com>". */
  readonly from: string | MailAddress;
  /** The address for replies. Default: the sender. */
  readonly replyTo?: string | MailAddress;
  /** The app's own templates, by kind of email. */
  readonly templates?: Templates;
}

const optionKeys = {
  from: true,
  replyTo: true,
  templates: true,
  languages: true,
  languageOf: true,
} as const satisfies KnownKeys<NodemailerOptions>;

/**
 * Returns a `mail` that sends emails by a transport of nodemailer; rejects if the transport rejects.
 *
 * @throws Error without `from`
 * @example
 * createAuth({ mail: nodemailer(createTransport(process.env.SMTP_URL), { from: "Example <no-reply@example.com>" }), …
 * });
 */
export function nodemailer(transport: MailTransport, options: NodemailerOptions): Mail {
  checkKnownKeys("nodemailer()", options, optionKeys);
  const { from, replyTo, templates, languages, languageOf } = options ?? {};
  if (typeof transport?.sendMail !== "function")
    throw new TypeError(
      "nodemailer(): the first argument must be a transport, e.g. `createTransport(process.env.SMTP_URL)`",
    );
  if (!from) throw new Error("nodemailer() of @keyhold/mail needs `from`: the sender of every letter.");
  return async (message) => {
    await transport.sendMail({
      ...renderEmail(message, templates, { ...(languages && { languages }), ...(languageOf && { languageOf }) }),
      from,
      ...(replyTo && { replyTo }),
      // An object, because text would be parsed again: a crafted address could become two recipients.
      to: { name: "", address: message.to },
      // RFC 3834: prevents automatic replies.
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}
