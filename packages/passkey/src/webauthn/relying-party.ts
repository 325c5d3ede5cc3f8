import type { Settings } from "@keyhold/core/plugin";
import type { PasskeyOptions } from "../options.js";

/** The app, as known to browsers and devices. */
export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  /** The origins of pages and native apps that may use the passkeys. */
  readonly origins: readonly string[];
  /** The origins of pages that may embed such a page. */
  readonly topOrigins: readonly string[];
}

/** The relying party of an auth. */
export function relyingPartyOf(
  { appUrl, appName }: Pick<Settings, "appUrl" | "appName">,
  { rpId, rpName, origins, topOrigins }: PasskeyOptions,
): RelyingParty {
  const { hostname, origin } = new URL(appUrl);
  return { id: rpId ?? hostname, name: rpName ?? appName, origins: [origin, ...origins], topOrigins };
}

/** The origin of an Android app: the certificate's SHA-256 in base64url. */
const androidOrigin = /^android:apk-key-hash:[\w-]{43}$/;

/** A domain without scheme, port and path. An address of numbers has no passkeys. */
const domain = /^(?=.{1,253}$)(?!.*\.\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;

/** Errors of the options that concern domains and origins. */
export function partyErrors(
  { rpId, origins, topOrigins }: PasskeyOptions,
  { appUrl }: Pick<Settings, "appUrl">,
): readonly string[] {
  const errors = [...originErrors("origins", origins, true), ...originErrors("topOrigins", topOrigins, false)];
  if (errors.length > 0) return errors;
  const pages = [appUrl, ...origins].filter((origin) => URL.canParse(origin) && !origin.startsWith("android:"));
  // Without `rpId` no config error: an app at an IP address, e.g. for a test on a phone, works but for passkeys.
  return rpId === null ? [] : domainErrors(rpId, pages);
}

/** Whether passkeys can belong to a domain. */
export const isDomain = (given: unknown): boolean => typeof given === "string" && domain.test(given);

function domainErrors(rpId: string, pages: readonly string[]): readonly string[] {
  const hosts = pages.map((page) => new URL(page).hostname);
  // No page may use the passkeys of a whole top-level domain.
  const isParentOf = (host: string): boolean => rpId.includes(".") && host.endsWith(`.${rpId}`);
  const isUsed = hosts.length === 0 || hosts.some((host) => host === rpId || isParentOf(host));
  return isUsed
    ? []
    : [
        `rpId: "${rpId}" must be the host of baseURL or of one of the origins, or a parent domain of it: ${hosts.join(", ")}`,
      ];
}

const originErrors = (name: string, given: readonly unknown[], mayBeApp: boolean): readonly string[] =>
  given
    .filter((origin) => !isWebOrigin(origin) && !(mayBeApp && androidOrigin.test(String(origin))))
    .map(
      (origin) =>
        `${name}: "${origin}" must be an origin without path, e.g. "https://example.com"${mayBeApp ? ', or "android:apk-key-hash:" and 43 characters of base64url' : ""}`,
    );

/** Browsers have passkeys on https, and on localhost. */
function isWebOrigin(given: unknown): boolean {
  if (typeof given !== "string" || !URL.canParse(given)) return false;
  const { origin, protocol, hostname } = new URL(given);
  const isSecure = protocol === "https:" || (protocol === "http:" && /(^|\.)localhost$/.test(hostname));
  // A wildcard stands for no origin here.
  return isSecure && origin === given && !hostname.includes("*");
}
