/** A provider of CAPTCHAs, by the name that apps write. */
export type CaptchaProvider = "cloudflare-turnstile" | "google-recaptcha" | "hcaptcha" | "captchafox";

/** How a provider checks a response. All take a form and answer with JSON. */
interface ProviderFacts {
  readonly verifyURL: string;
  /** The field of the form with the client's address. */
  readonly addressField: string;
  /** Whether the form has the public key of the widget. */
  readonly takesSiteKey: boolean;
  /** Whether a score in the answer is that of a person: 1 is a person, 0 a bot. */
  readonly scoresPeople: boolean;
}

/**
 * Sources: developers.cloudflare.com/turnstile (server-side validation), developers.google.com/recaptcha/docs/verify,
 * docs.hcaptcha.com (verify the user response), docs.captchafox.com (server-side verification).
 */
export const providers: Readonly<Record<CaptchaProvider, ProviderFacts>> = {
  "cloudflare-turnstile": {
    verifyURL: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    addressField: "remoteip",
    takesSiteKey: false,
    scoresPeople: false,
  },
  "google-recaptcha": {
    verifyURL: "https://www.google.com/recaptcha/api/siteverify",
    addressField: "remoteip",
    takesSiteKey: false,
    scoresPeople: true,
  },
  hcaptcha: {
    verifyURL: "https://api.hcaptcha.com/siteverify",
    addressField: "remoteip",
    takesSiteKey: true,
    scoresPeople: false,
  },
  captchafox: {
    verifyURL: "https://api.captchafox.com/siteverify",
    addressField: "remoteIp",
    takesSiteKey: true,
    scoresPeople: false,
  },
};

export const providerNames = Object.keys(providers) as readonly CaptchaProvider[];
