import { clearedSignedCookie, readSignedCookies, signedCookie } from "@keyhold/core/cookies";
import { type Caller, type Context, defineExpiringValue, fingerprint, randomText } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";

const lifetimeSeconds = 600;
const cookie = "native_flow";

const flow = z.object({
  clientId: z.string(),
  /** As the app has sent it, with the port. */
  redirectURI: z.string(),
  kind: z.enum(["claimed", "scheme", "loopback", "development"]),
  state: z.string(),
  challenge: z.string(),
  /** The hash of the secret in the browser's cookie. */
  browser: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** The session of the browser at the start, and its user. Null: signed out. */
  before: z.object({ sessionId: z.string(), userId: z.string() }).nullable(),
  /** The session in which a script of the confirm page has confirmed. Null: the user is asked. */
  confirmedBy: z.string().nullable(),
  loginHint: z.string().nullable(),
  /** The provider that the app has named; null: the sign-in page asks. */
  provider: z.string().nullable(),
  /** What the app has asked for in its own session; null: a sign-in. */
  request: z
    .object({ id: z.string(), purpose: z.enum(["link", "step-up"]), sessionId: z.string(), userId: z.string() })
    .nullable(),
});

/** What an app has asked for in the system browser. */
export type Flow = Readonly<z.infer<typeof flow>>;

/** By their id. */
export const flows = defineExpiringValue<Flow>("native-flow", { lifetimeSeconds, value: flow });

/** The browser's secret, or a new secret, with its cookie. All tabs of the browser share the secret. */
export function browserOf(ctx: Context, caller: Caller): { readonly browser: string; readonly cookie: string } {
  const secret = readSignedCookies(ctx, caller, cookie)[0] ?? randomText(32);
  return {
    browser: fingerprint(secret),
    cookie: signedCookie(ctx, { name: cookie, value: secret, maxAgeSeconds: lifetimeSeconds }),
  };
}

/** The flow with this id in the calling browser; null: no such flow. */
export async function findFlow(ctx: Context, caller: Caller, id: string): Promise<Flow | null> {
  const found = (await flows.find(ctx, id))?.value ?? null;
  const isOfBrowser = readSignedCookies(ctx, caller, cookie).some((secret) => fingerprint(secret) === found?.browser);
  return isOfBrowser && !caller.isBearer ? found : null;
}

/** Removes the browser's secret. */
export const leftFlowCookie = (ctx: Context): string => clearedSignedCookie(ctx, cookie);
