import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To a user with a new sign-in method, added by themselves or by an attacker. */
export function accountLinked(message: EmailOf<"account-linked">): RenderedEmail {
  const { appName, appUrl, providerName, to, user } = message;
  const words = {
    subject: `${providerName} was linked to your ${appName} account`,
    preview: "If it was not you, act now.",
    heading: "A way to sign in was added",
    paragraphs: [
      hello(user),
      `An account at ${providerName} was linked to your ${appName} account, ${to}. It can be used to sign in.`,
      `If it was not you, another person may have access to your account: go to ${appName} now, unlink it, and change your password.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, no action is needed."],
  };
  return layout(words, message);
}
