import { importPKCS8, SignJWT } from "jose";
import { textErrors } from "../option-values.js";
import {
  type ClientSecret,
  defineProvider,
  type OwnOptions,
  type Provider,
  type ProviderOptions,
} from "../provider.js";
import { tokenRevocation } from "../revocation.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * The claims of Apple's ID token, and the user's name:
 * https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple
 */
export interface AppleProfile {
  /** The same in all apps of a developer team. */
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | "true" | "false";
  /** Whether Apple relays emails to this address. It relays only from senders that are registered with Apple. */
  readonly is_private_email?: boolean | "true" | "false";
  /** Sent by the browser at the first consent only, so not verified: the user can enter any name. */
  readonly name?: AppleName;
}

/** The user's name in Apple's form field `user`. */
export interface AppleName {
  readonly firstName?: string;
  readonly lastName?: string;
}

/** The client secret is generated from `teamId`, `keyId` and `privateKey`, or given as `clientSecret`. */
export interface AppleOptions extends ProviderOptions<AppleProfile> {
  readonly teamId?: string | undefined;
  /** The id of `privateKey`. */
  readonly keyId?: string | undefined;
  /** The content of the .p8 file: a P-256 key as PKCS #8 in PEM. */
  readonly privateKey?: string | undefined;
  /** The bundle id of an app on Apple's systems, e.g. "com.example.app". ID tokens of that app are accepted too. */
  readonly appBundleIdentifier?: string | undefined;
}

const issuer = "https://appleid.apple.com";

/**
 * Sign in with Apple:
 * https://developer.apple.com/documentation/signinwithapplerestapi/request-an-authorization-to-the-sign-in-with-apple-server.
 */
export function apple({ teamId, keyId, privateKey, appBundleIdentifier, ...options }: AppleOptions): Provider {
  const { clientSecret = "" } = options;
  const key = { teamId: teamId ?? "", keyId: keyId ?? "", privateKey: pemOf(privateKey ?? "") };
  return defineProvider<AppleProfile>(
    {
      id: "apple",
      name: "Apple",
      ownOptions: {
        teamId: true,
        keyId: true,
        privateKey: true,
        appBundleIdentifier: true,
      } satisfies OwnOptions<AppleOptions>,
      server: {
        issuer,
        authorizationEndpoint: `${issuer}/auth/authorize`,
        tokenEndpoint: `${issuer}/auth/token`,
        jwksUri: `${issuer}/auth/keys`,
        // https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens
        revocationEndpoint: `${issuer}/auth/revoke`,
      },
      scopes: ["name", "email"],
      // Apple requires `form_post` with either scope.
      authorizationParameters: { response_mode: "form_post" },
      idToken: {
        audiences: appBundleIdentifier ? [appBundleIdentifier] : [],
        nonce: "same or hashed",
      },
      hasNativeSignIn: true,
      async loadProfile({ claims, callback }) {
        if (!claims) throw new Error("there is no ID token.");
        return { ...claims, ...readUser(callback.user) };
      },
      readIdentity: ({ sub, email, email_verified, name }) => ({
        subject: sub,
        email,
        // Apple documents both forms.
        emailVerified: email_verified === true || email_verified === "true",
        name: [name?.firstName, name?.lastName].join(" "),
      }),
    },
    {
      ...options,
      clientSecret: clientSecret || createClientSecret(key),
      // App Store Review Guidelines 5.1.1(v): an app that deletes accounts revokes the tokens. It needs the table `outbox`,
      // which a website need not have.
      revocation: options.revocation === undefined && appBundleIdentifier ? tokenRevocation : options.revocation,
    },
    [...textErrors("teamId", teamId), ...textErrors("keyId", keyId), ...configErrorsOf(key, clientSecret !== "")],
    clientSecret === "" ? missingOf(key) : [],
  );
}

/** Reads the form field `user`, which comes from the browser and is not verified. */
function readUser(user: string | undefined): Pick<AppleProfile, "name"> {
  const told = parse(user ?? "null") as { readonly name?: Readonly<Record<string, unknown>> | null } | null;
  const { firstName, lastName } = told?.name ?? {};
  return {
    name: {
      ...(typeof firstName === "string" && { firstName }),
      ...(typeof lastName === "string" && { lastName }),
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Key = Readonly<Record<"teamId" | "keyId" | "privateKey", string>>;

/** Environment files often hold the key in a single line, with "\n" for line ends. */
const pemOf = (text: string): string => String(text).replaceAll("\\n", "\n").trim();

const names = ["teamId", "keyId", "privateKey"] as const;

const missingOf = (key: Key): readonly string[] =>
  names
    .filter((name) => key[name] === "")
    .map((name) => `${name} is missing: it is needed to generate the client secret`);

function configErrorsOf(key: Key, hasSecret: boolean): readonly string[] {
  const given = names.filter((name) => key[name] !== "");
  if (hasSecret) return given.length === 0 ? [] : ["clientSecret and the values that generate it are both given"];
  if (!given.includes("privateKey")) return [];
  const isPem = /^-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----$/.test(key.privateKey);
  return isPem
    ? []
    : ["privateKey is not the content of Apple's .p8 file: that begins with -----BEGIN PRIVATE KEY-----"];
}

/** Apple allows half a year. A leaked secret is of use for an hour at most. */
const lifetimeMilliseconds = 3_600_000;

/**
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret. Each secret is
 * used for half the lifetime. A website and an app have a client id each.
 */
function createClientSecret({ teamId, keyId, privateKey }: Key): ClientSecret {
  const kept = new Map<string, { readonly secret: Promise<string>; readonly at: number }>();
  const make = async (now: Date, clientId: string): Promise<string> =>
    new SignJWT()
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + lifetimeMilliseconds))
      .sign(await importPKCS8(privateKey, "ES256"));
  return (now, clientId) => {
    const known = kept.get(clientId);
    const age = known ? now.getTime() - known.at : Number.NaN;
    if (known && age >= 0 && age < lifetimeMilliseconds / 2) return known.secret;
    const secret = make(now, clientId);
    kept.set(clientId, { secret, at: now.getTime() });
    return secret;
  };
}
