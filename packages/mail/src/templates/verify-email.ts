import type { EmailOf } from "@keyhold/core";
import { hello, orCopy, worksFor } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To an unverified email address. */
export function verifyEmail(message: EmailOf<"verify-email">): RenderedEmail {
  const { appName, asksForPassword, to, url, user } = message;
  const several =
    `There was more than one sign-up with this address. To protect your account, no password set before works: ` +
    `once you have confirmed, go to ${appName} and ask for a new password.`;
  const words = {
    subject: `Confirm your email address for ${appName}`,
    preview: `Is ${to} your address? ${worksFor(message)}`,
    heading: "Confirm your email address",
    paragraphs: [
      hello(user),
      `Please confirm that ${to} is your email address for ${appName}.`,
      ...(asksForPassword ? [several] : []),
    ],
    link: { url, label: "Confirm address", orCopy },
    notes: [
      worksFor(message),
      `If it was not you who gave this address to ${appName}, do not open the link: it would confirm another person's account with your address.`,
    ],
  };
  return layout(words, message);
}
