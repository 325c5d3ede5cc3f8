export type { LinkMetadata, MagicLinkEmail, MagicLinkSignInEmail, MagicLinkUnknownEmail } from "./emails.js";
export type { MagicLinkEndpoints } from "./endpoints.js";
export { type MagicLinkErrorCode, magicLinkErrors } from "./errors.js";
export type { MagicLinkOptions } from "./options.js";
export { type MagicLinkPlugin, type MagicLinkTypes, magicLink } from "./plugin.js";
