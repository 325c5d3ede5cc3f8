import { everything, type Permissions, type Statements } from "@keyhold/access";
import type { User, UserRow } from "@keyhold/core";
import { checked, defineOptions, flag, isWhole, whole } from "@keyhold/core/options";
import { isSecretPrefix } from "@keyhold/core/principal";

/** Requests per window of time. */
export interface KeyLimit {
  /** Requests in a window. */
  readonly max: number;
  readonly windowSeconds: number;
}

/** The options of `apiKey`; an omitted option has its default. */
export interface ApiKeyOptions {
  /** The beginning of new keys: 2 to 20 lower-case letters, digits and "_", e.g. "acme_live". Default "key". */
  readonly prefix: string;
  /** What keys can be allowed, by resource, e.g. `{ files: ["read", "write"] }`. Default {}: keys have no permissions. */
  readonly statements: Statements;
  /**
   * What a user may do now: the user gives keys at most these permissions, and a key of the user never has more. Default:
   * all of `statements`.
   */
  readonly permissionsOf: ((user: UserRow) => Permissions | Promise<Permissions>) | null;
  /**
   * The values of `configId`, by which an app tells its kinds of keys apart; the first is the default. Callers choose
   * the value: it is no permission. Default ["default"].
   */
  readonly configIds: readonly string[];
  /**
   * The values of `configIds` whose keys always belong to users: `organizationId` of such a key names the organization of
   * which the user must be a member, and the key ends when the user leaves it. Default []: a key with `organizationId`
   * belongs to the organization.
   */
  readonly personalConfigIds: readonly string[];
  /** How long a new key works unless the caller says. Default 7776000, which is 90 days. */
  readonly expiresInSeconds: number;
  /** The shortest life that a caller may choose. Default 86400, which is a day. */
  readonly minExpiresInSeconds: number;
  /** The longest life that a caller may choose. Default 31536000, which is 365 days. */
  readonly maxExpiresInSeconds: number;
  /** Whether a key may have no end: `expiresIn: null`. Default false. */
  readonly allowEternal: boolean;
  /** How often each key may be used. Counted by the limiter of `rateLimit`. Default null: not limited. */
  readonly limit: KeyLimit | null;
  /** How often all keys of a user or of an organization together may be used. Default null: not limited. */
  readonly ownerLimit: KeyLimit | null;
  /** Keys of one user. Default 25. */
  readonly maxPerUser: number;
  /** Keys of one organization. Default 100. */
  readonly maxPerOrganization: number;
  /**
   * The secret with which a service for secret scanning signs its reports of leaked keys, at least 32 characters. Default
   * null: reports are refused.
   */
  readonly leakReportSecret: string | null;
  /** Whether callers may store an object of their own with a key. Default false. */
  readonly enableMetadata: boolean;
  /** Whether each key needs a name. Default false. */
  readonly requireName: boolean;
  /** Whether an email tells the owner that a user has made a key, or has enabled a disabled key. Default true. */
  readonly sendChangeEmails: boolean;
}

const year = 31_536_000;
const longest = 100 * year;

/** A limit, or null. */
const keyLimit = checked<KeyLimit | null>(
  null,
  "be { max, windowSeconds }, whole numbers of at least 1",
  (given) => {
    const { windowSeconds, max } = Object(given) as Readonly<Record<string, unknown>>;
    return isWhole(windowSeconds, 1) && isWhole(max, 1);
  },
  { windowSeconds: true, max: true },
);

const isList = (given: unknown): given is readonly string[] =>
  Array.isArray(given) && given.every((item) => typeof item === "string" && /^[\w-]{1,64}$/.test(item));

/** Lists of actions by resource. */
const isStatements = (given: unknown): boolean =>
  typeof given === "object" && given !== null && Object.values(given).every(isList);

export const apiKeyOptions = defineOptions<ApiKeyOptions>(
  {
    prefix: checked(
      "key",
      'be 2 to 20 lower-case letters, digits and "_", e.g. "acme_live"',
      (given) => typeof given === "string" && isSecretPrefix(given),
    ),
    statements: checked<Statements>({}, 'be lists of actions by resource, e.g. { files: ["read"] }', isStatements),
    permissionsOf: checked<ApiKeyOptions["permissionsOf"]>(
      null,
      "be a function that answers permissions",
      (given) => typeof given === "function",
    ),
    configIds: checked<readonly string[]>(
      ["default"],
      'be a list of names, e.g. ["default"]',
      (given) => isList(given) && given.length > 0,
    ),
    personalConfigIds: checked<readonly string[]>([], "be a list of names of `configIds`", isList),
    expiresInSeconds: whole(90 * 86_400, 60, longest),
    minExpiresInSeconds: whole(86_400, 1, longest),
    maxExpiresInSeconds: whole(year, 60, longest),
    allowEternal: flag(false),
    limit: keyLimit,
    ownerLimit: keyLimit,
    maxPerUser: whole(25, 1, 1000),
    maxPerOrganization: whole(100, 1, 1000),
    leakReportSecret: checked<string | null>(
      null,
      "be at least 32 characters, e.g. of `openssl rand -base64 32`",
      (given) => typeof given === "string" && given.length >= 32,
    ),
    enableMetadata: flag(false),
    requireName: flag(false),
    sendChangeEmails: flag(true),
  },
  {
    remedies: {
      "better-auth": {
        defaultPrefix: "write `prefix`",
        rateLimit: "write `limit: { max, windowSeconds }`; without it keys are not limited",
        keyExpiration: "write `expiresInSeconds`, `minExpiresInSeconds` and `maxExpiresInSeconds`",
        permissions: "write `statements`, and `permissionsOf` for what a user may give",
        enableSessionForAPIKeys: "a key is never a session; call `auth.api.getPrincipal`",
        apiKeyHeaders: "keys come in `x-api-key` or `Authorization: Bearer`; remove it",
        disableKeyHashing: "the database has only hashes of keys; remove it",
        defaultKeyLength: "the library makes the keys; remove it",
        customKeyGenerator: "the library makes the keys; remove it",
      },
    },
    check: ({ minExpiresInSeconds: min, maxExpiresInSeconds: max, expiresInSeconds, configIds, personalConfigIds }) => [
      ...(min <= expiresInSeconds && expiresInSeconds <= max
        ? []
        : ["expiresInSeconds: must be from `minExpiresInSeconds` to `maxExpiresInSeconds`"]),
      ...(personalConfigIds.every((name) => configIds.includes(name))
        ? []
        : ["personalConfigIds: must be names of `configIds`"]),
    ],
  },
);

/** What a user may do now, as far as keys are concerned. */
export async function permissionsOf({ statements, permissionsOf }: ApiKeyOptions, user: User): Promise<Permissions> {
  return permissionsOf === null ? allOf(statements) : await permissionsOf(user as UserRow);
}

const made = new WeakMap<Statements, Permissions>();

/** Every action of the app, made once for each check of a key to read. */
export function allOf(statements: Statements): Permissions {
  const all = made.get(statements) ?? everything(statements);
  made.set(statements, all);
  return all;
}

/** What forms for keys need to know, by the plugin `publicOptions()`. */
export interface ApiKeyOffer
  extends Pick<
    ApiKeyOptions,
    "statements" | "expiresInSeconds" | "minExpiresInSeconds" | "maxExpiresInSeconds" | "allowEternal" | "requireName"
  > {}

/** The part of the options that browsers may know. */
export const offerOf = ({
  statements,
  expiresInSeconds,
  minExpiresInSeconds,
  maxExpiresInSeconds,
  allowEternal,
  requireName,
}: ApiKeyOptions): ApiKeyOffer => ({
  ...{ statements, allowEternal, requireName },
  ...{ expiresInSeconds, minExpiresInSeconds, maxExpiresInSeconds },
});
