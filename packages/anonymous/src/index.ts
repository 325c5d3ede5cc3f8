export type { AnonymousEndpoints } from "./endpoints.js";
export { type AnonymousErrorCode, anonymousErrors } from "./errors.js";
export type { AnonymousEvent } from "./events.js";
export type { AnonymousHooks, GuestAction } from "./hooks/offers.js";
export type { AnonymousUser, GuestRow } from "./models.js";
export type { AnonymousOptions } from "./options.js";
export { type AnonymousPlugin, type AnonymousTypes, anonymous } from "./plugin.js";
