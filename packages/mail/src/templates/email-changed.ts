import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To the address that was left: its owner may not be who left it. */
export function emailChanged(message: EmailOf<"email-changed">): RenderedEmail {
  const { appName, appUrl, newEmail, to, user } = message;
  const words = {
    subject: `The email address of your ${appName} account was changed`,
    preview: `From ${to} to ${newEmail}.`,
    heading: "Your email address was changed",
    paragraphs: [
      hello(user),
      `The email address of your ${appName} account was changed from ${to} to ${newEmail}.`,
      `If it was not you, somebody else may have your account: tell the people of ${appName} at once.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, all is well: letters about your account go to the new address from now on."],
  };
  return layout(words, message);
}
