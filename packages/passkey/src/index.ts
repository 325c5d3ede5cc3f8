export type { PasskeyEmail } from "./emails.js";
export type { PasskeyEndpoints, PasskeyServerEndpoints } from "./endpoints.js";
export { type PasskeyErrorCode, passkeyErrors } from "./errors.js";
export type { PasskeyEvent } from "./events.js";
export type { Passkey } from "./models.js";
export type { PasskeyOptions } from "./options.js";
export {
  type AskingPasskeyPlugin,
  type AskingPasskeyTypes,
  type PasskeyPlugin,
  type PasskeySession,
  type PasskeyTypes,
  passkey,
} from "./plugin.js";
export { type AuthWithPasskeys, relatedOriginsHandler } from "./webauthn/related-origins.js";
