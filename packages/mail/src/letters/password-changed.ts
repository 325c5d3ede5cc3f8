import type { LetterOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedLetter } from "../words.js";

/** To whoever has a new password, by their own hand or another's. */
export function passwordChanged(letter: LetterOf<"password-changed">): RenderedLetter {
  const { appName, appUrl, to, user } = letter;
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
  return layout(words, letter);
}
