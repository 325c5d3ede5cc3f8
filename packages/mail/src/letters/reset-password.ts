import type { LetterOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedLetter } from "../words.js";

/** To whoever has forgotten their password. */
export function resetPassword(letter: LetterOf<"reset-password">): RenderedLetter {
  const { appName, to, url, user } = letter;
  const words = {
    subject: `Reset your password for ${appName}`,
    preview: `Set a new password. ${worksOnce(letter)}`,
    heading: "Set a new password",
    paragraphs: [hello(user), `Somebody asked for a new password for the ${appName} account of ${to}.`],
    link: { url, label: "Set a new password", orCopy },
    notes: [worksOnce(letter), "If it was not you, ignore this letter: your password stays as it is."],
  };
  return layout(words, letter);
}
