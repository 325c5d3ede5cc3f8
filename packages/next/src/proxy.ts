// For `proxy.ts` or `middleware.ts`, in any runtime.

export { hasSessionCookie, type SessionCookieOptions } from "@keyhold/core/cookies";
