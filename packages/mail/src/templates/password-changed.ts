import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To a user with a new password, set by themselves or by an attacker. */
export function passwordChanged(message: EmailOf<"password-changed">): RenderedEmail {
  const { appName, appUrl, to, user } = message;
  const words = {
    subject: `The password of your ${appName} account was changed`,
    preview: "If it was not you, act now.",
    heading: "Your password was changed",
    paragraphs: [
      hello(user),
      `The password of your ${appName} account, ${to}, was changed.`,
      `If it was not you, go to ${appName} now and reset the password of this email address.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, no action is needed."],
  };
  return layout(words, message);
}
