import { offered } from "./providers.ts";
import { isDevelopment } from "./settings.ts";

/** The built page with what only the server knows: which providers are offered, and that production has no mailbox. */
export function completePage(html: string): string {
  const named = html.replace('data-providers="[]"', () => `data-providers="${escapeHtml(JSON.stringify(offered))}"`);
  return isDevelopment ? named : named.replace(" data-mailbox>", ">");
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
