import type { EmailOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To a user who requested the deletion of their account. */
export function deleteAccount(message: EmailOf<"delete-account">): RenderedEmail {
  const { appName, to, url, user } = message;
  const words = {
    subject: `Confirm the deletion of your ${appName} account`,
    preview: `This cannot be undone. ${worksOnce(message)}`,
    heading: "Delete your account?",
    paragraphs: [
      hello(user),
      `You asked to delete your ${appName} account, ${to}, with everything in it. This cannot be undone.`,
      "Open the link in the browser where you are signed in.",
    ],
    link: { url, label: "Delete my account", orCopy },
    notes: [
      worksOnce(message),
      "If it was not you, do not open the link, and change your password: another person may be signed in to your account.",
    ],
  };
  return layout(words, message);
}
