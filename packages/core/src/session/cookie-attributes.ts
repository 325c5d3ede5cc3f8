import { maxCookieSeconds, type Settings } from "../contract/config.js";
import type { CookieAttributes } from "../http/cookies.js";

/** How long a cookie of ours lives, and where it is sent. */
export const cookieAttributes = ({ cookies }: Settings, maxAgeSeconds: number | null): CookieAttributes => ({
  maxAgeSeconds,
  isSecure: cookies.secure,
  domain: cookies.domain,
});

/** How long the cookie of a session lives that ends then. */
export const secondsOfCookie = (now: Date, until: Date): number =>
  Math.min(Math.floor((until.getTime() - now.getTime()) / 1000), maxCookieSeconds);
