import type { EmailOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To a user who requested a password reset. */
export function resetPassword(message: EmailOf<"reset-password">): RenderedEmail {
  const { appName, to, url, user } = message;
  const words = {
    subject: `Reset your password for ${appName}`,
    preview: `Set a new password. ${worksOnce(message)}`,
    heading: "Set a new password",
    paragraphs: [hello(user), `A new password was requested for the ${appName} account of ${to}.`],
    link: { url, label: "Set a new password", orCopy },
    notes: [worksOnce(message), "If it was not you, ignore this email: your password does not change."],
  };
  return layout(words, message);
}
