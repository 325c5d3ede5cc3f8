import type { EventListener } from "@keyhold/core";
import { layout } from "@keyhold/mail";
import { describeBrowser } from "../../shared/describe-browser.ts";
import { deliver } from "../mailbox/mailbox.ts";
import { baseURL } from "../settings.ts";

/** A letter of the app's own, written after what happened was committed. */
export const noticeSignIns: EventListener = (event) => {
  if (event.type !== "session.created" || event.isNewUser) return;
  const { session, user, method } = event;
  const browser = describeBrowser(session.userAgent);
  const words = {
    subject: `New sign-in with ${browser}`,
    preview: "If it was not you, sign it out.",
    heading: "New sign-in",
    paragraphs: [
      "Somebody signed in to your account. If it was you, all is well.",
      `${session.createdAt.toUTCString()}, with ${browser}, by ${method} and password.`,
    ],
    link: {
      url: `${baseURL}/account/devices`,
      label: "See your devices",
      orCopy: "Or copy this address into your browser:",
    },
    notes: ["If it was not you, sign that device out and change your password."],
  };
  deliver({ to: user.email, ...layout(words, { appName: "Keyhold example", appUrl: baseURL }) });
};
