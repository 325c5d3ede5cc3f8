import { type Context, type OneTimeTokenKind, randomText, safeRedirect } from "@keyhold/core/plugin";
import * as z from "@keyhold/core/schema";

/** What a browser that comes back is held against. */
const flow = z.object({
  providerId: z.string(),
  /** Whose account is to get the identity, and in which session they said so; null: somebody signs in. */
  link: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
  /** Of the secret in the browser's cookie, the hash. */
  browser: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  scopes: z.array(z.string()).readonly(),
  callbackURL: z.string(),
  errorCallbackURL: z.string().nullable(),
  newUserCallbackURL: z.string().nullable(),
  requestSignUp: z.boolean(),
});

export type Flow = Readonly<z.infer<typeof flow>>;

/** What `state` stands for. Spec, section 9: 10 minutes, 32 characters. */
export const flowToken: OneTimeTokenKind<Flow> = {
  purpose: "oauth-state",
  length: 32,
  lifetimeSeconds: 600,
  parse: (payload) => flow.parse(payload),
};

/** RFC 7636, section 4.1, allows up to 128. */
export const newCodeVerifier = (): string => randomText(128);

const nonceLead = "flow-";

/** 32 characters: compared with the ID token's (OpenID Connect Core 1.0, section 15.5.2), and known again as one of ours. */
export const newNonce = (): string => nonceLead + randomText(32 - nonceLead.length);

/** Whether an ID token was issued to a flow of a browser, which it signs in once: to nobody else is it a proof of anything. */
export const isOfFlow = (nonce: unknown): boolean => typeof nonce === "string" && nonce.startsWith(nonceLead);

/** Checked when the flow began, and once more since a list may have changed; a function of the app is not asked twice. */
export const stillTrusted = ({ settings }: Context, url: string): string | null =>
  settings.trustedOriginsOf ? url : safeRedirect(url, settings, settings.trustedOrigins);
