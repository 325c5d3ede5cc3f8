import {
  type Caller,
  type Context,
  cookieName,
  fingerprint,
  issueTicket,
  randomText,
  readSignedCookies,
  signedCookie,
  type TicketKind,
} from "@keyhold/core";
import { z } from "zod";

/** What a browser that comes back is held against. */
const flow = z.object({
  providerId: z.string(),
  /** Whose account is to get the identity, and in which session they said so; null: somebody signs in. */
  link: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
  /** Of the secret in the browser's cookie, the hash. */
  browser: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  scopes: z.array(z.string()),
  callbackURL: z.string(),
  errorCallbackURL: z.string().nullable(),
  newUserCallbackURL: z.string().nullable(),
  requestSignUp: z.boolean(),
});

export type Flow = Readonly<z.infer<typeof flow>>;

/** Spec, section 9: 10 minutes, 32 characters. */
export const flowTicket: TicketKind<Flow> = {
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

/** Its first part is that of every cookie: "__Host-keyhold.state". */
const secretCookie = "state";

/** A secret that this browser has for as long as it is on the way, the same for all its tabs. */
export interface BrowserSecret {
  readonly fingerprint: string;
  readonly cookie: string;
}

/** The browser's secret, or a new one, with the cookie that lets it live for ten minutes from now. */
export function browserSecret(ctx: Context, caller: Caller): BrowserSecret {
  const secret = readSignedCookies(ctx, caller, secretCookie)[0] ?? randomText(32);
  const cookie = signedCookie(ctx, { name: secretCookie, value: secret, maxAgeSeconds: flowTicket.lifetimeSeconds });
  return { fingerprint: fingerprint(secret), cookie };
}

/** Whether a flow was begun in the browser that calls. A sibling subdomain may have planted a cookie beside the browser's own. */
export const isSameBrowser = (ctx: Context, caller: Caller, begun: Pick<Flow, "browser">): boolean =>
  readSignedCookies(ctx, caller, secretCookie).some((secret) => fingerprint(secret) === begun.browser);

/** What of a browser's cookie came back: for whoever looks for the cause. "foreign": one that we did not sign. */
export function findBrowserCookie(
  ctx: Context,
  caller: Caller,
): { readonly name: string; readonly found: "ours" | "foreign" | "none" } {
  const name = cookieName(ctx.settings, secretCookie);
  if (readSignedCookies(ctx, caller, secretCookie).length > 0) return { name, found: "ours" };
  const names = (caller.cookieHeader ?? "").split(";").map((pair) => pair.split("=", 1)[0]?.trim());
  return { name, found: names.includes(name) ? "foreign" : "none" };
}

/** Remembers a flow; answers with its `state`. */
export const beginFlow = (ctx: Context, begun: Flow): Promise<string> => issueTicket(ctx, flowTicket, begun);
