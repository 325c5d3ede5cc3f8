import type { Mail } from "@keyhold/core";
import { renderEmail } from "@keyhold/mail";
import { deliver } from "../mailbox/mailbox.ts";

/** Replace this by `nodemailer(transport, { from })` of @keyhold/mail to send real emails. */
export const mail: Mail = (message) => deliver({ to: message.to, ...renderEmail(message) });
