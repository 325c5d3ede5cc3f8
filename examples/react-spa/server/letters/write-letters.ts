import type { EventListener } from "@keyhold/core";
import { deliver } from "../mailbox/mailbox.ts";
import { newSignInLetter } from "./new-sign-in.ts";
import { welcomeLetter } from "./welcome.ts";

/** Hears what happened, after it was committed. Replace `deliver` to send real mail. */
export const writeLetters: EventListener = (event) => {
  if (event.type === "user.created") deliver(welcomeLetter(event.user));
  if (event.type === "session.created" && !event.isNewUser) deliver(newSignInLetter(event));
};
