import type { EmailOf } from "@keyhold/core";
import { hello, orCopy } from "../english.js";
import { layout } from "../layout.js";
import type { RenderedEmail } from "../texts.js";

/** To whoever has one way less to sign in, by their own hand or another's. */
export function accountUnlinked(message: EmailOf<"account-unlinked">): RenderedEmail {
  const { appName, appUrl, providerId, providerName, to, user } = message;
  const isPassword = providerId === "credential";
  const words = {
    subject: isPassword
      ? `The password of your ${appName} account was removed`
      : `${providerName} was unlinked from your ${appName} account`,
    preview: "If it was not you, act at once.",
    heading: "A way to sign in was removed",
    paragraphs: [
      hello(user),
      isPassword
        ? `The password of your ${appName} account, ${to}, was removed: nobody can sign in with it any more.`
        : `${providerName} was unlinked from your ${appName} account, ${to}: nobody can sign in with it any more.`,
      `If it was not you, somebody else may have your account: tell the people of ${appName} at once.`,
    ],
    link: { url: appUrl, label: `Go to ${appName}`, orCopy },
    notes: ["If it was you, all is well."],
  };
  return layout(words, message);
}
