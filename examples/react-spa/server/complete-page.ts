import { offered } from "./providers.ts";
import { isDevelopment } from "./settings.ts";
import { merchantId } from "./shop/merchant-id.ts";

/**
 * Adds values of the server to the built page: the configured providers, the id of the merchant's organization, and in
 * production the missing mailbox and guests.
 */
export function completePage(html: string): string {
  const named = html
    .replace('data-providers="[]"', () => `data-providers="${escapeHtml(JSON.stringify(offered))}"`)
    .replace('data-merchant=""', () => `data-merchant="${escapeHtml(merchantId() ?? "")}"`);
  return isDevelopment ? named : named.replace(" data-mailbox data-guests>", ">");
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
