import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To whoever has one more way to sign in, by their own hand or another's. */
export function accountLinked(message: EmailOf<"account-linked">): RenderedEmail {
  const { appName, appUrl, providerName, to, user } = message;
  const words = {
    subject: `${providerName} was linked to your ${appName} account`,
    preview: "If it was not you, act at once.",
    heading: "A way to sign in was added",
    paragraphs: [
      hello(user),
      `An account at ${providerName} was linked to your ${appName} account, ${to}. Whoever has it can sign in with it.`,
      `If it was not you, somebody else may have your account: go to ${appName} at once, unlink it, and change your password.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, all is well."],
  };
  return layout(words, message);
}
