import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/**
 * To the owner of an email address after another sign-up with the address: the response of the sign-up does not reveal
 * the account.
 */
export function alreadyRegistered(message: EmailOf<"already-registered">): RenderedEmail {
  const { appName, appUrl, to, user } = message;
  const words = {
    subject: `You already have an account at ${appName}`,
    preview: "Sign in instead of signing up.",
    heading: "You already have an account",
    paragraphs: [
      hello(user),
      `A sign-up at ${appName} with ${to} was attempted. This address already has an account.`,
      "If it was you, sign in instead. If you have forgotten your password, reset it there.",
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was not you, no action is needed: your account was not accessed or changed."],
  };
  return layout(words, message);
}
