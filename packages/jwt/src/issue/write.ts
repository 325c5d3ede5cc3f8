import type { Session } from "@keyhold/core";
import type { Caller, Context } from "@keyhold/core/plugin";
import { signingKey } from "../keys/sign.js";
import type { JwtOptions } from "../options.js";
import { maxTokenLength } from "../token/check.js";
import { addedClaims, sessionClaims, timeClaims } from "./claims.js";

/** The `typ` of access tokens (RFC 9068, section 2.1). */
export const accessTokenType = "at+jwt";

const utf8 = new TextEncoder();

const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("=", "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** The content of a token, before its signature. */
export interface Unsigned {
  /** The `typ` of the header, which tells the purposes of tokens apart (RFC 8725, section 3.11). */
  readonly type: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Signs the claims in the compact form (RFC 7515, section 3.1). */
export async function writeToken(ctx: Context, options: JwtOptions, { type, claims }: Unsigned): Promise<string> {
  const key = await signingKey(ctx, options);
  const header = { alg: key.algorithm, typ: type, kid: key.id };
  const input = [header, claims].map((part) => base64url(utf8.encode(JSON.stringify(part)))).join(".");
  const token = `${input}.${base64url(await key.sign(utf8.encode(input)))}`;
  // Every verifier would refuse the token.
  if (token.length > maxTokenLength)
    throw new Error(`jwt: the token has ${token.length} characters, more than ${maxTokenLength}. Sign fewer claims.`);
  return token;
}

/** The session for which a token is signed. */
export interface TokenRequest {
  readonly session: Session;
  readonly caller: Pick<Caller, "clientId"> | null;
  readonly audience: string;
}

/** An access token for a session. */
export async function writeSessionToken(
  ctx: Context,
  options: JwtOptions,
  { session, caller, audience }: TokenRequest,
): Promise<string> {
  const claims = {
    ...timeClaims(ctx, options, options.expiresInSeconds),
    aud: audience,
    ...(await addedClaims(options, session)),
    ...sessionClaims(ctx, session, caller),
  };
  return writeToken(ctx, options, { type: accessTokenType, claims });
}
