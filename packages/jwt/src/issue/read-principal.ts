import type { Session } from "@keyhold/core";
import type { PrincipalHooks, SessionPrincipal } from "@keyhold/core/principal";
<<<<<<< HEAD
import { decodeJwt } from "jose";
=======
import { requireOrdinary } from "@keyhold/core/session";
>>>>>>> h-keys
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

<<<<<<< HEAD
/** The issuer that a text names, unchecked; null: the text is no token. */
function issuerIn(text: string): string | null {
  try {
    return decodeJwt(text).iss ?? null;
  } catch {
    return null;
  }
}

function principalFor(session: Session, { clientId, scopes }: ReadToken): SessionPrincipal {
  const columns: Session & { readonly activeOrganizationId?: string | null } = session;
  const { id, userId, activeOrganizationId: organizationId = null } = columns;
  return { kind: "session", id, userId, organizationId, clientId, scopes, permissions: null };
=======
function principalFor(session: Session, scopes: readonly string[]): SessionPrincipal {
  const {
    id,
    userId,
    activeOrganizationId = null,
  } = session as Session & {
    readonly activeOrganizationId?: string | null;
  };
  return { kind: "session", id, userId, organizationId: activeOrganizationId, scopes, permissions: null };
>>>>>>> h-keys
}
