// The entry for apps: a sign-in by the system browser.

export { createBrowserSignIn } from "./browser-sign-in.js";
export type { AppCrypto } from "./crypto.js";
export type { AuthSessionErrorCode } from "./errors.js";
export type { BrowserAnswer, BrowserSignIn, BrowserSignInOptions, NativeCalls } from "./options.js";
