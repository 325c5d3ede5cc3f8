import type { EmailOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To the current email address: asks the owner to approve the new address. */
export function confirmEmailChange(message: EmailOf<"confirm-email-change">): RenderedEmail {
  const { appName, newEmail, to, url, user } = message;
  const words = {
    subject: `Approve the new email address of your ${appName} account`,
    preview: `From ${to} to ${newEmail}? ${worksOnce(message)}`,
    heading: "Approve your new email address",
    paragraphs: [
      hello(user),
      `You asked to change the email address of your ${appName} account from ${to} to ${newEmail}.`,
      "The address does not change until you approve it. Open the link in the browser where you are signed in.",
    ],
    link: { url, label: "Approve the change", orCopy },
    notes: [
      worksOnce(message),
      "If it was not you, do not open the link, and change your password: another person may be signed in to your account.",
    ],
  };
  return layout(words, message);
}
