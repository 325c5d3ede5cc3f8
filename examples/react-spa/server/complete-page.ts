import { offered } from "./providers.ts";
import { isDevelopment } from "./settings.ts";

/** Adds values of the server to the built page: the configured providers, and in production the missing mailbox. */
export function completePage(html: string): string {
  const named = html.replace('data-providers="[]"', () => `data-providers="${escapeHtml(JSON.stringify(offered))}"`);
  return isDevelopment ? named : named.replace(" data-mailbox>", ">");
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
