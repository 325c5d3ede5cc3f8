import type { CoreEvent } from "@keyhold/core";
import { layout } from "@keyhold/mail";
import { describeBrowser } from "../../shared/describe-browser.ts";
import { deliver } from "../mailbox/mailbox.ts";
import { providers } from "../providers.ts";
import { baseURL } from "../settings.ts";

const ways: Readonly<Record<string, string>> = {
  email: "by email address and password",
  username: "by username and password",
  ...Object.fromEntries(providers.map(({ id, declaration }) => [id, `with ${declaration.name}`])),
};

type SignIn = Extract<CoreEvent, { readonly type: "session.created" }>;

/** An email of the app's own, sent after the sign-in was committed. */
export function emailSignIn({ session, user, method, isNewUser }: SignIn): void {
  const way = ways[method];
  if (isNewUser || !way) return;
  const browser = describeBrowser(session.userAgent);
  const words = {
    subject: `New sign-in with ${browser}`,
    preview: "If it was not you, sign it out.",
    heading: "New sign-in",
    paragraphs: [
      "There was a new sign-in to your account. If it was you, no action is needed.",
      `${session.createdAt.toUTCString()}, with ${browser}, ${way}.`,
    ],
    link: {
      url: `${baseURL}/account/devices`,
      label: "See your devices",
      orCopy: "Or copy this address into your browser:",
    },
    notes: ["If it was not you, sign that device out and change your password."],
  };
  deliver({ to: user.email, ...layout(words, { appName: "Keyhold example", appUrl: baseURL }) });
}
