// The entry for clients without cookies.

export type { AuthSession, Platform, PlatformEvents, PlatformHeaders, PlatformServer } from "../platform.js";
export type { SessionCache, TokenStore } from "./ports.js";
export { type TokenPlatformOptions, tokenPlatform } from "./token-platform.js";
