import { byUser, type Person } from "./import-people.ts";

/** A row of the CSV export of Clerk's dashboard; an empty text is no value. */
export type ClerkRow = Readonly<Record<ClerkColumn, string>>;
type ClerkColumn =
  | "id"
  | "first_name"
  | "last_name"
  | "username"
  | "primary_email_address"
  | "verified_email_addresses"
  | "totp_secret"
  | "password_digest"
  | "password_hasher";

/** A user of `GET https://api.clerk.com/v1/users`, for what the CSV lacks. */
export interface ClerkUser {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly created_at: number;
  readonly image_url?: string;
  readonly banned: boolean;
  readonly external_accounts: readonly {
    /** e.g. "oauth_google" */
    readonly provider: string;
    readonly provider_user_id: string;
    readonly verification: { readonly status: string } | null;
  }[];
}

/** The names of hashes that Keyhold or its verifiers read. */
const readable = ["bcrypt", "argon2id"];

/** Clerk's names of providers; all other names are equal without "oauth_". */
const renamed: Readonly<Record<string, string>> = { linkedin_oidc: "linkedin", x: "twitter" };

/** The users of Clerk for `importPeople`. */
export function fromClerk(rows: readonly ClerkRow[], users: readonly ClerkUser[]): Person[] {
  const userOf = byUser(users, ({ id }) => id);
  return rows.map((row): Person => {
    const [user] = userOf.get(row.id) ?? [];
    const isReadable = readable.includes(row.password_hasher);
    const linked = user?.external_accounts.filter(({ verification }) => verification?.status === "verified") ?? [];
    return {
      user: {
        id: row.id,
        name: [row.first_name, row.last_name].filter(Boolean).join(" ") || row.username,
        email: row.primary_email_address,
        emailVerified: row.verified_email_addresses.split(/[\s,;|]+/).includes(row.primary_email_address),
        image: user?.image_url ?? null,
        passwordHash: isReadable ? row.password_digest : null,
        ...(user && { createdAt: new Date(user.created_at) }),
      },
      accounts: linked.map(({ provider, provider_user_id }) => ({
        ...noTokens,
        providerId: providerOf(provider),
        accountId: provider_user_id,
      })),
      sessions: [],
      leftOut: [
        ...(row.password_digest && !isReadable ? ["password_digest"] : []),
        ...(row.totp_secret ? ["totp_secret"] : []),
        ...(user?.banned ? ["banned"] : []),
      ],
    };
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null };

function providerOf(provider: string): string {
  const name = provider.replace(/^oauth_/, "");
  return renamed[name] ?? name;
}
