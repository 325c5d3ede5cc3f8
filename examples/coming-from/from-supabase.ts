import { byUser, type Person } from "./import-people.ts";

/** The rows of Supabase's tables. */
export interface SupabaseTables {
  /** Of `auth.users`. */
  readonly users: readonly {
    readonly id: string;
    readonly email: string | null;
    readonly encrypted_password: string | null;
    readonly email_confirmed_at: Date | string | null;
    readonly created_at: Date | string;
    readonly deleted_at?: Date | string | null;
    readonly banned_until?: Date | string | null;
    readonly phone?: string | null;
    readonly is_anonymous?: boolean;
    readonly raw_user_meta_data: Readonly<Record<string, unknown>> | null;
  }[];
  /** Of `auth.identities`. */
  readonly identities: readonly { readonly user_id: string; readonly provider: string; readonly provider_id: string }[];
}

/** Supabase's names of providers; all other names are equal. */
const renamed: Readonly<Record<string, string>> = { azure: "microsoft", linkedin_oidc: "linkedin", x: "twitter" };

/** Ways to sign in with the user's own email address or telephone: no provider. */
const ownWays = ["email", "phone"];

/** The users of Supabase for `importPeople`: without deleted and anonymous users. */
export function fromSupabase({ users, identities }: SupabaseTables, now = new Date()): Person[] {
  const identitiesOf = byUser(identities, ({ user_id }) => user_id);
  const kept = users.filter(({ deleted_at, is_anonymous }) => !deleted_at && !is_anonymous);
  return kept.map((row): Person => {
    const { full_name, name, avatar_url } = row.raw_user_meta_data ?? {};
    return {
      user: {
        id: row.id,
        name: textOf(full_name) ?? textOf(name) ?? "",
        email: row.email ?? "",
        emailVerified: row.email_confirmed_at !== null,
        image: textOf(avatar_url),
        passwordHash: row.encrypted_password || null,
        createdAt: new Date(row.created_at),
      },
      accounts: (identitiesOf.get(row.id) ?? [])
        .filter(({ provider }) => !ownWays.includes(provider))
        .map(({ provider, provider_id }) => ({
          ...noTokens,
          providerId: renamed[provider] ?? provider,
          accountId: provider_id,
        })),
      sessions: [],
      leftOut: [
        ...(row.phone ? ["phone"] : []),
        ...(row.banned_until && new Date(row.banned_until) > now ? ["banned_until"] : []),
      ],
    };
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null };

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
