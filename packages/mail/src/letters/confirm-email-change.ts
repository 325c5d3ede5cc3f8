import type { LetterOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedLetter } from "../words.js";

/** To the present address: is it you who wants another one? */
export function confirmEmailChange(letter: LetterOf<"confirm-email-change">): RenderedLetter {
  const { appName, newEmail, to, url, user } = letter;
  const words = {
    subject: `Approve the new email address of your ${appName} account`,
    preview: `From ${to} to ${newEmail}? ${worksOnce(letter)}`,
    heading: "Approve your new email address",
    paragraphs: [
      hello(user),
      `You asked to change the email address of your ${appName} account from ${to} to ${newEmail}.`,
      "Nothing changes before you approve it. Open the link in the browser in which you are signed in.",
    ],
    link: { url, label: "Approve the change", orCopy },
    notes: [
      worksOnce(letter),
      "If it was not you, do not open the link, and change your password: somebody else may be signed in to your account.",
    ],
  };
  return layout(words, letter);
}
