import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To whoever has a new password, by their own hand or another's. */
export function passwordChanged(message: EmailOf<"password-changed">): RenderedEmail {
  const { appName, appUrl, to, user } = message;
  const words = {
    subject: `The password of your ${appName} account was changed`,
    preview: "If it was not you, act at once.",
    heading: "Your password was changed",
    paragraphs: [
      hello(user),
      `The password of your ${appName} account, ${to}, was changed.`,
      `If it was not you, go to ${appName} at once and ask for a new password for this email address.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, all is well."],
  };
  return layout(words, message);
}
