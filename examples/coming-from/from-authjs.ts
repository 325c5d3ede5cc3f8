import { byUser, type Person } from "./import-people.ts";

/** The rows of Auth.js. An adapter may store a date as a `Date`, as text or as milliseconds. */
export interface AuthjsTables {
  readonly users: readonly {
    readonly id: string | number;
    readonly name: string | null;
    readonly email: string | null;
    readonly emailVerified?: Date | string | number | null;
    readonly image?: string | null;
    /** The app's own column for its Credentials provider, if it has one. */
    readonly passwordHash?: string | null;
  }[];
  readonly accounts: readonly AuthjsAccount[];
  /** Empty with `strategy: "jwt"`. */
  readonly sessions: readonly {
    readonly sessionToken: string;
    readonly userId: string | number;
    readonly expires: Date | string | number;
  }[];
}

export interface AuthjsAccount {
  readonly userId: string | number;
  readonly type: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly refresh_token?: string | null;
  readonly access_token?: string | null;
  readonly id_token?: string | null;
  /** In seconds; some drivers read a bigint as text. */
  readonly expires_at?: number | string | null;
  readonly scope?: string | null;
}

/** Providers with another id in Keyhold. */
const renamed: Readonly<Record<string, string>> = { "microsoft-entra-id": "microsoft", "azure-ad": "microsoft" };

/** The users of Auth.js for `importPeople`. */
export function fromAuthjs({ users, accounts, sessions }: AuthjsTables, now = new Date()): Person[] {
  const accountsOf = byUser(accounts, ({ userId }) => userId);
  const sessionsOf = byUser(sessions, ({ userId }) => userId);
  return users.map((row): Person => {
    const id = String(row.id);
    const theirs = (accountsOf.get(id) ?? []).filter(({ type }) => type === "oauth" || type === "oidc");
    const passwordHash = row.passwordHash ?? null;
    const emailVerified = row.emailVerified != null || (passwordHash === null && areVerifying(theirs, row.email));
    const given = row.image ?? null;
    const image = isWebAddress(given) ? given : null;
    return {
      user: { id, name: row.name ?? "", email: row.email ?? "", emailVerified, image, passwordHash },
      accounts: theirs.map(toAccount),
      sessions: (sessionsOf.get(id) ?? [])
        .map(({ sessionToken, expires }) => ({ token: sessionToken, expiresAt: new Date(expires) }))
        .filter(({ expiresAt }) => expiresAt > now),
      leftOut: image === given ? [] : ["image"],
    };
  });
}

const isWebAddress = (image: string | null): boolean =>
  image !== null && /^https?:\/\//.test(image) && URL.canParse(image) && image.length <= 2048;

const toAccount = (row: AuthjsAccount): Person["accounts"][number] => ({
  providerId: renamed[row.provider] ?? row.provider,
  accountId: row.providerAccountId,
  accessToken: row.access_token ?? null,
  refreshToken: row.refresh_token ?? null,
  idToken: row.id_token ?? null,
  accessTokenExpiresAt: row.expires_at == null ? null : new Date(Number(row.expires_at) * 1000),
  scope: row.scope?.split(" ").join(",") ?? null,
});

/** Whether every account of a user has an ID token in which the provider has verified the user's address. */
const areVerifying = (accounts: readonly AuthjsAccount[], email: string | null): boolean =>
  accounts.length > 0 &&
  accounts.every(({ id_token }) => id_token != null && verifiedAddress(id_token) === email?.toLowerCase());

/** Auth.js has checked the signature before it stored the token. */
function verifiedAddress(idToken: string): string | null {
  const claims = claimsOf(idToken);
  if (typeof claims !== "object" || claims === null || !("email" in claims && "email_verified" in claims)) return null;
  return claims.email_verified === true && typeof claims.email === "string" ? claims.email.toLowerCase() : null;
}

/** Null for a token in another form, e.g. an encrypted one. */
function claimsOf(idToken: string): unknown {
  try {
    return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());
  } catch {
    return null;
  }
}
