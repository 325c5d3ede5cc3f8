import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";
import { jwtVerify } from "jose";
import type { Dialect, Person } from "../dialect.js";

/** The key of a team at Apple for the client secrets of the team's apps. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8 in PEM, as in a .p8 file. */
  readonly privateKey: string;
}

let made: KeyPairKeyObjectResult | null = null;

function keyPair(): KeyPairKeyObjectResult {
  made ??= generateKeyPairSync("ec", { namedCurve: "P-256" });
  return made;
}

const teamId = "DEF123GHIJ";
const keyId = "ABC123DEFG";

/** A key with which `apple()` generates client secrets that this server accepts. */
export function appleKey(): AppleKey {
  const privateKey = keyPair().privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  return { teamId, keyId, privateKey };
}

/**
 * https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server.
 * and https://developer.apple.com/documentation/signinwithapplerestapi/generate-and-validate-tokens
 */
export const apple: Dialect = {
  id: "apple",
  name: "Apple",
  authorizationUrl: "https://appleid.apple.com/auth/authorize",
  tokenUrl: "https://appleid.apple.com/auth/token",
  revocationUrl: "https://appleid.apple.com/auth/revoke",
  isSecret,
  pkce: "supported",
  authorizationParameters: { response_mode: "form_post" },
  responseMode: "form_post",
  callbackParameters: (person, isFirst): Readonly<Record<string, string>> =>
    isFirst ? { user: JSON.stringify(userOf(person)) } : {},
  refreshTokens: "keeps",
  tokenAnswer: ({ scope, ...answer }) => ({ ...answer, token_type: "Bearer" }),
  idToken: {
    issuer: "https://appleid.apple.com",
    jwksUrl: "https://appleid.apple.com/auth/keys",
    isGivenWithoutOpenid: true,
    // The older of the two forms of Apple's booleans.
    claims: ({ email, emailVerified }, authorization) => ({
      at_hash: "u4HI4EhwEbZN9M5xwXYwZg",
      nonce_supported: true,
      ...(email !== null &&
        (authorization === null || authorization.get("scope")?.split(" ").includes("email")) && {
          email,
          email_verified: String(emailVerified),
          is_private_email: String(email.endsWith("@privaterelay.appleid.com")),
        }),
    }),
  },
  resources: {},
  sample: {
    subject: "001473.fe6f83bf4b8e4590aacbabdcb8598bd0.2039",
    email: "dpdcnf87nu@privaterelay.appleid.com",
    emailVerified: true,
    name: "John Appleseed",
    picture: null,
  },
};

function userOf({ name, email }: Person): unknown {
  const [firstName, ...others] = name.split(" ");
  return { name: { firstName, lastName: others.join(" ") }, ...(email !== null && { email }) };
}

/** https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret */
async function isSecret(secret: string, clientId: string, now: Date): Promise<boolean> {
  const hooks = {
    algorithms: ["ES256"],
    issuer: teamId,
    subject: clientId,
    audience: "https://appleid.apple.com",
    requiredClaims: ["iat", "exp"],
    currentDate: now,
  };
  const verified = await jwtVerify(secret, keyPair().publicKey, hooks).catch(() => null);
  if (verified?.protectedHeader.kid !== keyId) return false;
  const { exp = 0 } = verified.payload;
  return exp - now.getTime() / 1000 <= 15_777_000;
}
