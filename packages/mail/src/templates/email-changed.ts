import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To the previous email address: the change may be an attacker's. */
export function emailChanged(message: EmailOf<"email-changed">): RenderedEmail {
  const { appName, appUrl, newEmail, to, user } = message;
  const words = {
    subject: `The email address of your ${appName} account was changed`,
    preview: `From ${to} to ${newEmail}.`,
    heading: "Your email address was changed",
    paragraphs: [
      hello(user),
      `The email address of your ${appName} account was changed from ${to} to ${newEmail}.`,
      `If it was not you, another person may have access to your account: contact ${appName} now.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, no action is needed: emails about your account now go to the new address."],
  };
  return layout(words, message);
}
