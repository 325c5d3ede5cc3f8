import { maxCookieSeconds, type Settings } from "../contract/config.js";
import type { CookieAttributes } from "../http/cookies.js";

/** The attributes of every cookie of this library. */
export const cookieAttributes = ({ cookies }: Settings, maxAgeSeconds: number | null): CookieAttributes => ({
  maxAgeSeconds,
  isSecure: cookies.secure,
  domain: cookies.domain,
});

/** The `Max-Age` of a session cookie, in seconds. */
export const secondsOfCookie = (now: Date, until: Date): number =>
  Math.min(Math.floor((until.getTime() - now.getTime()) / 1000), maxCookieSeconds);
