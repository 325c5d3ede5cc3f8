import { type Caller, type Context, type OneTimeTokenKind, randomText, safeRedirect } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

/** The stored state of a flow, checked at the callback. */
const flow = z.object({
  providerId: z.string(),
  /** What the flow does in which session of which user; null: signs in. */
  within: z.object({ purpose: z.enum(["link", "step-up"]), userId: z.string(), sessionId: z.string() }).nullable(),
  /** The other client that finishes the flow. Undefined in a row of an earlier version. */
  handOver: z.object({ purpose: z.enum(["link", "step-up"]), id: z.string() }).nullish(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** The hash of the secret in the browser's cookie. */
  browser: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  scopes: z.array(z.string()).readonly(),
  callbackURL: z.string(),
  errorCallbackURL: z.string().nullable(),
  newUserCallbackURL: z.string().nullable(),
  requestSignUp: z.boolean(),
  /** Whether a session that the flow opens outlives the browser. A row of an earlier version has no value. */
  isRemembered: z.boolean().default(true),
});

export type Flow = Readonly<z.infer<typeof flow>>;

/** The one-time token in `state`. Spec, section 9: 10 minutes, 32 characters. */
export const flowToken: OneTimeTokenKind<Flow> = {
  purpose: "oauth-state",
  length: 32,
  lifetimeSeconds: 600,
  parse: (payload) => flow.parse(payload),
};

/** RFC 7636, section 4.1, allows 43 to 128 characters. */
export const newCodeVerifier = (): string => randomText(128);

const nonceLead = "flow-";

/**
 * 32 characters. The ID token must repeat the nonce (OpenID Connect Core 1.0, section 15.5.2). The prefix marks the
 * nonce of a browser's flow.
 */
export const newNonce = (): string => nonceLead + randomText(32 - nonceLead.length);

/** Whether an ID token was issued to a browser's flow. Such a token signs in only at that flow's callback. */
export const isOfFlow = (nonce: unknown): boolean => typeof nonce === "string" && nonce.startsWith(nonceLead);

/** Checks again a URL that was checked at the start of the flow, because the trusted origins may have changed. */
export const stillTrusted = (
  { settings }: Context,
  { trustedOrigins }: Pick<Caller, "trustedOrigins">,
  url: string,
): string | null => safeRedirect(url, settings, trustedOrigins);
