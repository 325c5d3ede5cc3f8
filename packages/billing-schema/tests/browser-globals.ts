/** The globals of the page of browser.proof.test.ts. */
export { decodeEvent, encodeEvent, safeDecodeEvent, unknownsIn } from "@keyhold/billing-schema";
export { prorate } from "@keyhold/billing-schema/rules";
export { metadataValidator } from "@keyhold/billing-schema/validators";
export { webhookVerifier } from "@keyhold/billing-schema/webhook";
