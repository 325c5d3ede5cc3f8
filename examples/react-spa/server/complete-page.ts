import { isDevelopment } from "./settings.ts";
import { merchantId } from "./shop/merchant-id.ts";
import { cupsMeter } from "./shop/payments.ts";

/**
 * Adds values of the server to the built page: the ids of the merchant's organization and of the meter, and in
 * production the missing mailbox and guests.
 */
export function completePage(html: string): string {
  const named = html
    .replace('data-merchant=""', () => `data-merchant="${escapeHtml(merchantId() ?? "")}"`)
    .replace('data-cups-meter=""', () => `data-cups-meter="${escapeHtml(cupsMeter)}"`);
  return isDevelopment ? named : named.replace(" data-mailbox data-guests>", ">");
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
