import type { Mail } from "@keyhold/core";
import { oneLine } from "@keyhold/core/safe-name";
import { renderEmail } from "./render.js";

/**
 * Returns a `mail` for development, which prints each email's address, subject, code and link to the console.
 *
 * @throws Error if NODE_ENV is "production": a reader of the log could reset any user's password
 */
export function consoleMail(): Mail {
  if (globalThis.process?.env?.NODE_ENV === "production") {
    throw new Error("consoleMail() prints secrets and is for development only: set `mail` to one that sends emails.");
  }
  return (message) => {
    const { subject } = renderEmail(message);
    const lines = (["code", "url"] as const).flatMap((name) => {
      const value: unknown = Reflect.get(message, name);
      return typeof value === "string" ? `\n  ${oneLine(value)}` : [];
    });
    // biome-ignore lint/suspicious/noConsole: printing is the purpose.
    console.info(`[keyhold] Email to ${oneLine(message.to)}: ${subject}${lines.join("")}`);
  };
}
