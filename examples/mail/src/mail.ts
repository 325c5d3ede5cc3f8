import { consoleMail } from "@keyhold/mail/console";
import { nodemailer } from "@keyhold/mail/nodemailer";
import { createTransport } from "nodemailer";
import { german } from "./german.ts";

/** Without a mail server, emails are printed to the console: for the first ten minutes, and never in production. */
export const mail = process.env.SMTP_URL
  ? nodemailer(createTransport(process.env.SMTP_URL), {
      from: "Example <no-reply@example.com>",
      replyTo: "help@example.com",
      templates: german,
    })
  : consoleMail();
