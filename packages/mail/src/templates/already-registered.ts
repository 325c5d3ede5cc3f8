import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To the owner of an address with which somebody signed up once more: the page told them nothing. */
export function alreadyRegistered(message: EmailOf<"already-registered">): RenderedEmail {
  const { appName, appUrl, to, user } = message;
  const words = {
    subject: `You already have an account at ${appName}`,
    preview: "Sign in instead of signing up.",
    heading: "You already have an account",
    paragraphs: [
      hello(user),
      `Somebody tried to sign up at ${appName} with ${to}. That address has an account already.`,
      "If it was you, sign in instead. If you no longer know your password, ask there for a new one.",
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was not you, there is nothing to do: nobody got into your account, and nothing was changed."],
  };
  return layout(words, message);
}
