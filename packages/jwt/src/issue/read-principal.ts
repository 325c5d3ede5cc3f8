import { type PrincipalHooks, principalOfSession } from "@keyhold/core/principal";
import type { JwtOptions } from "../options.js";
import { issuerIn } from "../token/check.js";
import { issuerOf } from "./claims.js";
import { liveSessionOf, readToken } from "./read.js";

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
    return session && principalOfSession(session, read.scopes);
  };
