import type { Session } from "@keyhold/core";
import { type Caller, type Context, randomText } from "@keyhold/core/plugin";
import { actorOf, proofOf } from "@keyhold/core/session";
import type { JwtOptions } from "../options.js";

/** The claims that say whose the token is, and for how long: only the plugin writes them. */
const reserved = [
  ..."iss aud sub iat exp nbf jti sid auth_time amr acr act client_id".split(" "),
  // A member that sets the prototype when a careless reader copies the claims.
  "__proto__",
];

/** The issuer of the tokens. */
export const issuerOf = ({ settings }: Pick<Context, "settings">, { issuer }: Pick<JwtOptions, "issuer">): string =>
  issuer ?? settings.appUrl;

/** The audiences for which tokens are signed; the first is the default. */
export const audiencesOf = (
  ctx: Pick<Context, "settings">,
  options: Pick<JwtOptions, "issuer" | "audiences">,
): readonly [string, ...string[]] => {
  const [first = issuerOf(ctx, options), ...others] = options.audiences;
  return [first, ...others];
};

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** The claims of every token: who has signed it, when and until when. */
export function timeClaims(
  ctx: Pick<Context, "settings" | "now">,
  options: Pick<JwtOptions, "issuer">,
  expiresInSeconds: number,
): Readonly<Record<string, unknown>> {
  const iat = secondsOf(ctx.now());
  return { iss: issuerOf(ctx, options), iat, exp: iat + expiresInSeconds, jti: randomText(22) };
}

/** The app of a session: columns of token mode, and of the plugin `deviceAuthorization`. */
interface AppColumns {
  readonly clientId?: string | null;
  readonly deviceClientId?: string | null;
  readonly deviceScope?: string | null;
}

/** What a token says of a session: ids, times and methods of proofs, without the profile (RFC 9068, section 2.2). */
export function sessionClaims(
  ctx: Context,
  session: Session,
  caller: Pick<Caller, "clientId"> | null,
): Readonly<Record<string, unknown>> {
  const actor = actorOf(ctx, session);
  const { clientId, deviceClientId, deviceScope } = session as Session & AppColumns;
  return {
    sub: session.userId,
    sid: session.id,
    client_id: deviceClientId ?? clientId ?? caller?.clientId ?? ctx.settings.appUrl,
    // The scope of a device is no claim of the app: `claims` does not widen it.
    ...(deviceClientId && { scope: deviceScope ?? "" }),
    ...(actor === null ? proofClaims(ctx, session) : { act: { sub: actor } }),
  };
}

function proofClaims(ctx: Context, session: Session): Readonly<Record<string, unknown>> {
  const { methods = [], authTime = null, factorTime = null } = proofOf(ctx, session) ?? {};
  return {
    auth_time: secondsOf(authTime ?? session.createdAt),
    ...(methods.length > 0 && { amr: methods, acr: factorTime ? "2" : "1" }),
  };
}

/** The claims that the app adds. The app's function may not decide whose the token is. */
export async function addedClaims(
  { claims }: Pick<JwtOptions, "claims">,
  session: Session,
): Promise<Readonly<Record<string, unknown>>> {
  const added = claims ? await claims(session as Parameters<typeof claims>[0]) : {};
  const wrong = Object.keys(added).find((name) => reserved.includes(name));
  if (wrong !== undefined) throw new Error(`jwt: \`claims\` may not set \`${wrong}\`, which the plugin sets.`);
  return added;
}
