import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To the previous email address: the change may be an attacker's. */
export function emailChanged(message: EmailOf<"email-changed">): RenderedEmail {
  const { appName, newEmail, to, url, user } = message;
  const words = {
    subject: `The email address of your ${appName} account was changed`,
    preview: `From ${to} to ${newEmail}.`,
    heading: "Your email address was changed",
    paragraphs: [
      hello(user),
      `The email address of your ${appName} account was changed from ${to} to ${newEmail}.`,
      "If it was not you, or the new address is wrong, undo the change: your account gets this address back, and you are signed out everywhere.",
    ],
    link: { url, label: "Undo the change", orCopy },
    notes: [
      `Until you confirm ${newEmail} in the browser where you are signed in, this address still recovers your account. The link works for 7 days after that.`,
      "If all is right, no action is needed with this email.",
    ],
  };
  return layout(words, message);
}
