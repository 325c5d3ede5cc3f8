import type { Caller, Context } from "../../contract/context.js";
import { type Endpoint, endpointsFor } from "../../contract/endpoint.js";
import { ok } from "../../contract/outcome.js";
import type { Principal } from "../../contract/principal.js";
import * as z from "../../contract/schema.js";
import { askTrustedOrigins, originError } from "../../http/origin.js";
import { looksLikeKey } from "../../secret/pasted-secret.js";
import { isRecovering } from "../proof.js";
import { principalErrors } from "./errors.js";
import { principalOf } from "./principal.js";

/** The URL of a request: the text, a `URL`, or an object of a framework with the query as text or as pairs. */
export type RequestUrl =
  | string
  | {
      readonly href?: string | undefined;
      /** With or without the "?". */
      readonly search?: string | null | undefined;
      readonly searchParams?: Iterable<readonly [string, string]> | undefined;
    };

/** The endpoint `auth.api.getPrincipal`. */
export interface GetPrincipal
  extends Endpoint<
    "GET /get-principal",
    { readonly href?: RequestUrl | undefined; readonly method?: string | undefined },
    Principal | null,
    "SEVERAL_CREDENTIALS" | "KEY_IN_URL",
    "nothing else"
  > {}

const declare = (): GetPrincipal =>
  endpointsFor<unknown, typeof principalErrors>(principalErrors)({
    route: "GET /get-principal",
    access: "cached",
    doc: "The caller of a route of the app: a user in a session, or a machine with a key; null without a valid credential.",
    input: z.object({
      /** The URL of the request: a key in its query is refused. */
      href: z.custom<RequestUrl>().optional(),
      /** The method of the request: a page of another origin may only read by the cookies of a session. */
      method: z.string().optional(),
    }),
    output: z.custom<Principal | null>(),
    errors: ["SEVERAL_CREDENTIALS", "KEY_IN_URL"],
    isServerOnly: true,
    async handle({ input: { href, method }, session, caller, ctx }) {
      if (href !== undefined) refuseKeyInUrl(ctx, href);
      const principal = await principalOf(ctx, { caller, session });
      const own = principal?.id === session?.id ? session : null;
      // As for `GET /token`: after a backup code the session may only enrol a factor.
      if (own && isRecovering(ctx, own)) return ok(null);
      const isByCookie = own !== null && !caller.isBearer;
      if (isByCookie && method !== undefined && !reading.has(method)) await requireOwnOrigin(ctx, caller);
      return ok(principal);
    },
  });

/**
 * Who calls a route of the app. Every plugin that reads credentials of machines lists this endpoint, and an auth has it
 * once. Pure for bundlers: an app without such a plugin leaves it out.
 */
export const getPrincipal: GetPrincipal = /* @__PURE__ */ declare();

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const reading: ReadonlySet<string> = /* @__PURE__ */ new Set(["GET", "HEAD", "OPTIONS"]);

/** Throws INVALID_ORIGIN or MISSING_OR_NULL_ORIGIN for a page that may not change data by the cookies of a session. */
async function requireOwnOrigin({ settings }: Context, caller: Caller): Promise<void> {
  const { trustedOriginsOf: ask, origin } = settings;
  const trustedOrigins = ask ? await askTrustedOrigins(ask, origin, null) : caller.trustedOrigins;
  const error = originError({ ...caller, trustedOrigins }, caller.headers);
  if (error) throw error;
}

/** Throws KEY_IN_URL if a value in the query of a URL is a key: the URL is in logs and in the history of browsers. */
function refuseKeyInUrl(ctx: Context<"KEY_IN_URL">, url: RequestUrl): void {
  const { href = "", search, searchParams = [] } = typeof url === "string" ? { href: url } : url;
  const [, query = ""] = /\?([^#]*)/.exec(href) ?? [];
  for (const pairs of [new URLSearchParams(query), new URLSearchParams(search ?? ""), searchParams])
    for (const [, value] of pairs) if (looksLikeKey(value)) ctx.fail(principalErrors.KEY_IN_URL);
}

/** What a plugin adds to its server-side calls to read credentials of machines. */
export interface PrincipalEndpoints {
  /**
   * The caller of a route of the app: a user in a session, or a machine with a key; null without a valid credential.
   *
   * @example const principal = await auth.api.getPrincipal({ href: url, method }, { headers: request.headers });
   */
  readonly getPrincipal: GetPrincipal;
}

/** The calls of `PrincipalEndpoints`, for the server-side calls of a plugin. */
export const principalEndpoints: PrincipalEndpoints = { getPrincipal };
