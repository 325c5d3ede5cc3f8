import type { Session } from "@keyhold/core";
import type { PrincipalHooks, SessionPrincipal } from "@keyhold/core/principal";
import type { JwtOptions } from "../options.js";
import { issuerIn } from "../token/check.js";
import { issuerOf } from "./claims.js";
import { liveSessionOf, type ReadToken, readToken } from "./read.js";

/**
 * The hook "principal.read": the session of an access token for this server itself, read from the database, so that a
 * sign-out and a ban count at the next request. Null: a token of this server that is not valid, or for another service.
 */
export const principalReader =
  (options: JwtOptions): PrincipalHooks["principal.read"] =>
  async ({ text, isKeyHeader }, ctx) => {
    const issuer = issuerOf(ctx, options);
    if (!options.takesTokens || isKeyHeader || issuerIn(text) !== issuer) return undefined;
    const read = await readToken(ctx, options, text, { audiences: [issuer], isFresh: true });
    const session = read && (await liveSessionOf(ctx, read));
    return session && principalFor(session, read);
  };

/** Columns of `session.bearer`, and of the plugins `organization` and `deviceAuthorization`. */
interface PluginColumns {
  readonly clientId?: string | null;
  readonly activeOrganizationId?: string | null;
  readonly deviceClientId?: string | null;
}

function principalFor(session: Session & PluginColumns, { scopes }: ReadToken): SessionPrincipal {
  const { id, userId, activeOrganizationId: organizationId = null } = session;
  const clientId = session.deviceClientId ?? session.clientId ?? null;
  return { kind: "session", id, userId, organizationId, clientId, scopes, permissions: null };
}
