import { byUser, type Person } from "./import-people.ts";

/** The rows of an app with Lucia. Its tables are the app's own: change the names here. */
export interface LuciaTables {
  readonly users: readonly {
    readonly id: string | number;
    readonly email: string | null;
    readonly email_verified?: boolean | number | null;
    readonly username?: string | null;
    readonly password_hash?: string | null;
  }[];
  readonly accounts: readonly {
    readonly provider_id: string;
    readonly provider_user_id: string | number;
    readonly user_id: string | number;
  }[];
  readonly sessions: readonly {
    readonly id: string;
    readonly user_id: string | number;
    /** A date, or seconds in SQLite. */
    readonly expires_at: Date | string | number;
  }[];
}

/** The users of Lucia for `importPeople`. */
export function fromLucia({ users, accounts, sessions }: LuciaTables, now = new Date()): Person[] {
  const accountsOf = byUser(accounts, ({ user_id }) => user_id);
  const sessionsOf = byUser(sessions, ({ user_id }) => user_id);
  return users.map((row): Person => {
    const id = String(row.id);
    return {
      user: {
        id,
        name: row.username ?? "",
        email: row.email ?? "",
        emailVerified: Boolean(row.email_verified),
        passwordHash: row.password_hash ?? null,
      },
      accounts: (accountsOf.get(id) ?? []).map(({ provider_id, provider_user_id }) => ({
        ...noTokens,
        providerId: provider_id,
        accountId: String(provider_user_id),
      })),
      sessions: (sessionsOf.get(id) ?? [])
        .map((session) => ({ token: session.id, expiresAt: toDate(session.expires_at) }))
        .filter(({ expiresAt }) => expiresAt > now),
      leftOut: [],
    };
  });
}

const noTokens = { accessToken: null, refreshToken: null, idToken: null, accessTokenExpiresAt: null, scope: null };

const toDate = (value: Date | string | number): Date => new Date(typeof value === "number" ? value * 1000 : value);
