export { type SampleOverrides, sampleEvent } from "./testing/sample-event.js";
export { type SampleRequestOptions, sampleRequest } from "./testing/sample-request.js";
export { type WebhookStoreCase, webhookStoreCases } from "./webhook/store-cases.js";
