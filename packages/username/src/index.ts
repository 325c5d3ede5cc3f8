export type { UsernameChangedEmail, UsernameEmail } from "./emails.js";
export { type UsernameErrorCode, usernameErrors } from "./errors.js";
export type { UsernameInput, UsernameUser } from "./models.js";
export type { UsernameOptions } from "./options.js";
export { type UsernameAdditions, type UsernameEndpoints, type UsernamePlugin, username } from "./plugin.js";
