import type { Mail } from "@keyhold/core";
import { renderEmail, type Templates } from "./render.js";

/** What `createTransport` of nodemailer makes, as far as letters need it. */
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
  /** The sender of every letter, e.g. "Example <no-reply@example.com>". */
  readonly from: string | MailAddress;
  /** Where answers go. Default: to the sender. */
  readonly replyTo?: string | MailAddress;
  /** Letters of the app's own, by their kind. */
  readonly templates?: Templates;
}

/**
 * Sends letters through a transport of nodemailer; rejects when the transport does.
 *
 * @example
 * createAuth({ mail: nodemailer(createTransport(process.env.SMTP_URL), { from: "Example <no-reply@example.com>" }), … });
 */
export function nodemailer(transport: MailTransport, { from, replyTo, templates }: NodemailerOptions): Mail {
  if (!from) throw new Error("nodemailer() of @keyhold/mail needs `from`: the sender of every letter.");
  return async (message) => {
    await transport.sendMail({
      ...renderEmail(message, templates),
      from,
      ...(replyTo && { replyTo }),
      // An object, not text: text would be parsed again, and a clever address read as two.
      to: { name: "", address: message.to },
      // RFC 3834: no out-of-office note answers it.
      headers: { "Auto-Submitted": "auto-generated" },
    });
  };
}
