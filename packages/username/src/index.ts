export type { UsernameChangedEmail, UsernameEmail } from "./emails.js";
export type { UsernameEndpoints } from "./endpoints.js";
export { type UsernameErrorCode, usernameErrors } from "./errors.js";
export type { UsernameInput, UsernameUser } from "./models.js";
export type { UsernameOptions } from "./options.js";
export { type UsernamePlugin, type UsernameTypes, username } from "./plugin.js";
