import type { EmailOf } from "@keyhold/core";
import { hello, orCopy, worksOnce } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To whoever has forgotten their password. */
export function resetPassword(message: EmailOf<"reset-password">): RenderedEmail {
  const { appName, to, url, user } = message;
  const words = {
    subject: `Reset your password for ${appName}`,
    preview: `Set a new password. ${worksOnce(message)}`,
    heading: "Set a new password",
    paragraphs: [hello(user), `Somebody asked for a new password for the ${appName} account of ${to}.`],
    link: { url, label: "Set a new password", orCopy },
    notes: [worksOnce(message), "If it was not you, ignore this letter: your password stays as it is."],
  };
  return layout(words, message);
}
