export { type UsernameErrorCode, usernameErrors } from "./errors.js";
export type { UsernameInput, UsernameUser } from "./models.js";
export type { UsernameOptions } from "./options.js";
export { type UsernameEndpoints, username } from "./plugin.js";
