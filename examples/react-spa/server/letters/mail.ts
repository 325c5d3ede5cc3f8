import type { Mail } from "@keyhold/core";
import { renderLetter } from "@keyhold/mail";
import { deliver } from "../mailbox/mailbox.ts";

/** Replace this by `nodemailer(transport, { from })` of @keyhold/mail to send real letters. */
export const mail: Mail = (letter) => deliver({ to: letter.to, ...renderLetter(letter) });
