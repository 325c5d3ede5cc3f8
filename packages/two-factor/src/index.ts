export type { TwoFactorCodeEmail, TwoFactorEmail, TwoFactorNotice } from "./emails.js";
export type { TwoFactorEndpoints, TwoFactorServerEndpoints } from "./endpoints.js";
export { type TwoFactorErrorCode, twoFactorErrors } from "./errors.js";
export type { TwoFactorEvent } from "./events.js";
export type { NumberUsed, TwoFactorHooks } from "./hooks/offers.js";
export type { ProofSession, TwoFactorUser } from "./models.js";
export type { SendCode, TwoFactorOffer, TwoFactorOptions, UserRow } from "./options.js";
export { type TwoFactorPlugin, type TwoFactorTypes, twoFactor } from "./plugin.js";
