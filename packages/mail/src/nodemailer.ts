import type { Mail } from "@keyhold/core";
import { renderEmail, type Templates } from "./render.js";

/** The transport of nodemailer, as returned by `createTransport`. */
export interface MailTransport {
  sendMail(message: MailMessage): Promise<unknown>;
}

export interface MailMessage {
  from: string | MailAddress;
  replyTo?: string | MailAddress;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

export interface MailAddress {
  name: string;
  address: string;
}

export interface NodemailerOptions {
  /** The sender of every email, e.g. "Example <no-reply@example.com>". */
  readonly from: string | MailAddress;
  /** The address for replies. Default: the sender. */
  readonly replyTo?: string | MailAddress;
  /** The app's own templates, by kind of email. */
  readonly templates?: Templates;
}

/**
 * Returns a `mail` that sends emails by a transport of nodemailer; it rejects if the transport rejects.
 *
 * @throws Error without `from`
 * @example
 * createAuth({ mail: nodemailer(createTransport(process.env.SMTP_URL), { from: "Example <no-reply@example.com>" }), …
 * });
 */
export function nodemailer(transport: MailTransport, { from, replyTo, templates }: NodemailerOptions): Mail {
  if (!from) throw new Error("nodemailer() of @keyhold/mail needs `from`: the sender of every email.");
  return async (message) => {
    await transport.sendMail({
      ...renderEmail(message, templates),
      from,
      ...(replyTo && { replyTo }),
      // An object, because text would be parsed again: a crafted address could become two recipients.
      to: { name: "", address: message.to },
      // RFC 3834: prevents automatic replies.
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}
