import { checked, defineOptions, oneOf, required, string } from "@keyhold/core/options";
import { type AskingOptions, askingOptions } from "./asking.js";
import { type CaptchaProvider, providerNames } from "./verify/providers.js";

/** The options of `captcha`; an omitted option has its default. */
export interface CaptchaOptions extends AskingOptions {
  /** The provider of the widget on the pages. */
  readonly provider: CaptchaProvider;
  /** The secret key from the provider's dashboard. Undefined, e.g. in a build: the first call fails. */
  readonly secretKey: string | undefined;
  /**
   * What happens while the provider does not answer. "open": the call goes on, and the event `captcha.provider-away` is
   * emitted. "closed": the answer is 503. Default "open", because rate limits and guess limits hold in any case.
   */
  readonly whenAway: "open" | "closed";
  /** The lowest score of reCAPTCHA v3 that passes, from 0 to 1. Default `0.5`. */
  readonly minScore: number;
  /** The hosts of pages that may show the widget, without a port. Default: those of the trusted origins. */
  readonly hostnames: readonly string[];
  /** The public key of the widget: hCaptcha and CaptchaFox check that the response is of this key. */
  readonly siteKey: string | null;
  /** Where the provider checks responses, e.g. a proxy of your own. Default: the provider's URL. */
  readonly verifyURL: string | null;
}

export const captchaOptions = defineOptions<CaptchaOptions>(
  {
    provider: required(oneOf<CaptchaProvider>("cloudflare-turnstile", providerNames)),
    secretKey: checked<string | undefined>(undefined, "be the secret key of the provider", isText),
    ...askingOptions,
    whenAway: oneOf<"open" | "closed">("open", ["open", "closed"]),
    minScore: checked(0.5, "be a number from 0 to 1", (given) => Number(given) >= 0 && Number(given) <= 1),
    hostnames: checked([], 'be a list of hosts, e.g. ["example.com"]', isHosts),
    siteKey: string(null, "the key of the widget"),
    verifyURL: checked<string | null>(null, "be an https URL, or an http URL of this machine", isVerifyUrl),
  },
  {
    remedies: {
      "better-auth": {
        endpoints: 'write `actions`, e.g. ["sign-up"]',
        siteVerifyURLOverride: "write `verifyURL`",
        allowedActions: "the plugin compares the action of the widget with the action of the call; remove it",
        expectedAction: "the plugin compares the action of the widget with the action of the call; remove it",
        allowedHostnames: "write `hostnames`",
      },
    },
  },
);

function isText(given: unknown): boolean {
  return typeof given === "string" && given !== "";
}

function isHosts(given: unknown): boolean {
  return Array.isArray(given) && given.every((host) => isText(host) && !/[/:*\s]/.test(host));
}

/** The secret key is sent there: no other machine may read it on the way. */
function isVerifyUrl(given: unknown): boolean {
  if (typeof given !== "string" || !URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

/** What the environment did not give. */
export const missingIn = ({ secretKey }: CaptchaOptions): readonly string[] =>
  secretKey === undefined ? ["secretKey is missing; copy it from the dashboard of the CAPTCHA's provider"] : [];
