export { type WebhookStoreCase, webhookStoreCases } from "./webhook/store-cases.js";
