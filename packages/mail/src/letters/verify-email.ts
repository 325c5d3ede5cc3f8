import type { LetterOf } from "@keyhold/core";
import { hello, orCopy, worksFor } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedLetter } from "../words.js";

/** To an address that is not proven yet. */
export function verifyEmail(letter: LetterOf<"verify-email">): RenderedLetter {
  const { appName, to, url, user } = letter;
  const words = {
    subject: `Confirm your email address for ${appName}`,
    preview: `Is ${to} your address? ${worksFor(letter)}`,
    heading: "Confirm your email address",
    paragraphs: [hello(user), `Please confirm that ${to} is your email address for ${appName}.`],
    link: { url, label: "Confirm address", orCopy },
    notes: [
      worksFor(letter),
      `If it was not you who gave this address to ${appName}, do not open the link: whoever did would have an account in your name.`,
    ],
  };
  return layout(words, letter);
}
