/** The id of the merchant's organization: its members see the dashboard. Null: this server has no shop. */
let id: string | null = process.env.MERCHANT_ORGANIZATION_ID || null;

export const merchantId = (): string | null => id;

export function setMerchantId(organizationId: string): void {
  id = organizationId;
}
