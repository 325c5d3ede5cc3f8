import type { Caller, Context, Session } from "../../contract/context.js";
import { type HookReader, hooksFor } from "../../contract/hooks-for.js";
import type { Principal, PrincipalPermissions, SessionPrincipal } from "../../contract/principal.js";
import { isRestricted } from "../restricted.js";
import { type PresentedCredential, presentedCredentials } from "./credentials.js";
import { principalErrors } from "./errors.js";

/** The hooks by which plugins read their credentials. */
export interface PrincipalHooks {
  /**
   * Called with a credential of a request. Answers the principal; null for a credential of the plugin that is not
   * valid; undefined for a credential of another plugin, by its prefix or form. `request` is one object for all calls
   * of one request: a use is counted once for it.
   */
  readonly "principal.read": (
    credential: PresentedCredential,
    ctx: Context,
    of: { readonly caller: Caller; readonly request: object },
  ) => Promise<Principal | null | undefined>;
}

const hooksAt: HookReader<PrincipalHooks> = /* @__PURE__ */ hooksFor<PrincipalHooks>();

/** A call, as far as the principal depends on it. */
export interface PrincipalCall {
  readonly caller: Caller;
  /** The session that core has read; null: the request has no session. */
  readonly session: Session | null;
}

/**
 * The principal of a call; null: the request has no valid credential. A credential in a header wins over a cookie, also
 * if the credential is not valid.
 *
 * @throws AuthError SEVERAL_CREDENTIALS, and what a plugin throws, e.g. RATE_LIMITED
 * @example const principal = await principalOf(ctx, { caller, session });
 */
export async function principalOf(
  ctx: Context<"SEVERAL_CREDENTIALS">,
  { caller, session }: PrincipalCall,
): Promise<Principal | null> {
  const [credential, ...others] = presentedCredentials(caller.headers);
  if (others.length > 0) return ctx.fail(principalErrors.SEVERAL_CREDENTIALS);
  if (!credential) return sessionPrincipal(ctx, session);
  for (const read of hooksAt(ctx, "principal.read")) {
    const principal = await read(credential, ctx, { caller, request: caller.source });
    if (principal !== undefined) return principal;
  }
  // A session token, which core has read; or the token of a gateway, beside which the cookies count as in core.
  const isOfCore = !credential.isKeyHeader && (caller.isBearer || credential.text.includes("."));
  return isOfCore ? sessionPrincipal(ctx, session) : null;
}

/** Columns of `session.bearer`, and of the plugins `organization` and `deviceAuthorization`. */
interface PluginColumns {
  readonly clientId?: string | null;
  readonly activeOrganizationId?: string | null;
  readonly deviceClientId?: string | null;
  readonly deviceScope?: string | null;
}

async function sessionPrincipal(ctx: Context, session: Session | null): Promise<SessionPrincipal | null> {
  if (!session || (await isRestricted(ctx, session))) return null;
  const { deviceScope } = session as Session & PluginColumns;
  return principalOfSession(session, deviceScope ? deviceScope.split(" ") : []);
}

/** The principal of a session that its caller has checked. `scopes`: what the credential permits. */
export function principalOfSession(session: Session, scopes: readonly string[]): SessionPrincipal {
  const columns: Session & PluginColumns = session;
  const { id, userId, activeOrganizationId: organizationId = null } = columns;
  const clientId = columns.deviceClientId ?? columns.clientId ?? null;
  return { kind: "session", id, userId, organizationId, clientId, scopes, permissions: null };
}

/**
 * Whether the credential of a principal allows all of these actions. A session is not limited by its credential: what
 * the user may is for the app to decide.
 *
 * @example if (!principalAllows(principal, { files: ["read"] })) return new Response(null, { status: 403 });
 */
export const principalAllows = ({ permissions }: Principal, asked: PrincipalPermissions): boolean =>
  permissions === null ||
  Object.entries(asked).every(([resource, actions]) => {
    const granted = Object.hasOwn(permissions, resource) ? permissions[resource] : [];
    return actions.every((action) => granted?.includes(action));
  });
