import type { LetterOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedLetter } from "../words.js";

/** To whoever wants to leave. */
export function deleteAccount(letter: LetterOf<"delete-account">): RenderedLetter {
  const { appName, to, url, user } = letter;
  const words = {
    subject: `Confirm the deletion of your ${appName} account`,
    preview: `This cannot be undone. ${worksOnce(letter)}`,
    heading: "Delete your account?",
    paragraphs: [
      hello(user),
      `You asked to delete your ${appName} account, ${to}, with everything in it. This cannot be undone.`,
      "Open the link in the browser in which you are signed in.",
    ],
    link: { url, label: "Delete my account", orCopy },
    notes: [
      worksOnce(letter),
      "If it was not you, do not open the link, and change your password: somebody else may be signed in to your account.",
    ],
  };
  return layout(words, letter);
}
