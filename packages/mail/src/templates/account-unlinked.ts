import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To a user with a removed sign-in method, removed by themselves or by an attacker. */
export function accountUnlinked(message: EmailOf<"account-unlinked">): RenderedEmail {
  const { appName, appUrl, providerId, providerName, to, user } = message;
  const isPassword = providerId === "credential";
  const words = {
    subject: isPassword
      ? `The password of your ${appName} account was removed`
      : `${providerName} was unlinked from your ${appName} account`,
    preview: "If it was not you, act now.",
    heading: "A way to sign in was removed",
    paragraphs: [
      hello(user),
      isPassword
        ? `The password of your ${appName} account, ${to}, was removed: it can no longer be used to sign in.`
        : `${providerName} was unlinked from your ${appName} account, ${to}: it can no longer be used to sign in.`,
      `If it was not you, another person may have access to your account: contact ${appName} now.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, no action is needed."],
  };
  return layout(words, message);
}
