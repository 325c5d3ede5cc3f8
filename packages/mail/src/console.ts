import type { Mail } from "@keyhold/core";
import { oneLine } from "@keyhold/core/safe-name";
import { renderEmail } from "./render.js";

/**
 * For development only: prints what would be sent, with the link in it. Refuses to run in production, where whoever
 * reads the log could set anybody's password.
 */
export function consoleMail(): Mail {
  if (globalThis.process?.env?.NODE_ENV === "production") {
    throw new Error("consoleMail() prints secrets and is for development only: give createAuth a `mail` that sends.");
  }
  return (message) => {
    const { subject } = renderEmail(message);
    const link = "url" in message ? `\n  ${oneLine(message.url)}` : "";
    // biome-ignore lint/suspicious/noConsole: to print is what it is for.
    console.info(`[keyhold] Letter to ${oneLine(message.to)}: ${subject}${link}`);
  };
}
