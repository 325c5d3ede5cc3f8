import type { ChallengedAction } from "@keyhold/core";
import type { CaptchaOptions } from "../options.js";

interface Solved {
  /** The host of the page that showed the widget. */
  readonly hostname: string | null;
  /** The action that the widget of this page names. */
  readonly action: string | null;
}

/**
 * Why a solved CAPTCHA is of another page, so that its response does not count here; null if it is of this page. A
 * widget that names no action, or a provider that names no host, is not compared.
 *
 * @param entries the trusted origins as the app has written them
 */
export function boundElsewhere(
  { hostname, action }: Solved,
  { hostnames }: Pick<CaptchaOptions, "hostnames">,
  asked: { readonly action: ChallengedAction; readonly entries: readonly string[] },
): string | null {
  if (action !== null && lettersOf(action) !== lettersOf(asked.action))
    return `the widget names the action "${action}"`;
  if (hostname === null) return null;
  const isKnown = hostnames.length > 0 ? hostnames.includes(hostname) : asked.entries.some(isOf(hostname));
  return isKnown ? null : `the widget was shown at "${hostname}"; allow it by the option \`hostnames\` of captcha()`;
}

/** reCAPTCHA takes no hyphen in the name of an action, Turnstile no slash: "sign_in" and "sign/in" are "sign-in". */
const lettersOf = (action: string): string => action.toLowerCase().replace(/[^a-z]/g, "");

const isOf =
  (hostname: string) =>
  (entry: string): boolean => {
    const host = entry
      .replace(/^[^/]*:\/\//, "")
      .replace(/[:/].*$/, "")
      .toLowerCase();
    return host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host;
  };
