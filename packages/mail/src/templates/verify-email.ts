import type { EmailOf } from "@keyhold/core";
import { hello, orCopy, worksFor } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To an address that is not proven yet. */
export function verifyEmail(message: EmailOf<"verify-email">): RenderedEmail {
  const { appName, asksForPassword, to, url, user } = message;
  const several =
    `Somebody signed up with this address more than once. So that nobody else's password opens your account, none of ` +
    `them will: once you have confirmed, go to ${appName} and ask for a new password.`;
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
      `If it was not you who gave this address to ${appName}, do not open the link: whoever did would have an account in your name.`,
    ],
  };
  return layout(words, message);
}
