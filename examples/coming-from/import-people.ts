import { defineErrors, type ImportedUser, isAuthError } from "@keyhold/core";
import {
  accountModel,
  definePlugin,
  endpointsFor,
  fingerprint,
  ok,
  type Plugin,
  type PluginTypes,
  sessionModel,
  userModel,
} from "@keyhold/core/plugin";
import * as z from "zod";

const account = z.object({
  providerId: z.string().min(1),
  accountId: z.string().min(1),
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
  accessTokenExpiresAt: z.date().nullable(),
  scope: z.string().nullable(),
});
const session = z.object({ token: z.string().min(20), expiresAt: z.date() });

/** A user of the old tables, with the ways to sign in and the open sessions. */
export interface Person {
  readonly user: ImportedUser & { readonly id: string };
  readonly accounts: readonly z.input<typeof account>[];
  readonly sessions: readonly z.input<typeof session>[];
  /** Columns with a value that is left out. */
  readonly leftOut: readonly string[];
}

const errors = defineErrors({
  ACCOUNT_IS_TAKEN: { status: 409, message: "account is taken" },
  SESSION_IS_TAKEN: { status: 409, message: "session is taken" },
});
const endpoint = endpointsFor<unknown, typeof errors>(errors);

const hasUser = endpoint({
  route: "POST /moving/has-user",
  access: "public",
  isServerOnly: true,
  doc: "Tells whether a user is here already.",
  input: z.object({ id: z.string() }),
  output: z.boolean(),
  handle: async ({ input, ctx }) => ok(await ctx.db.exists(userModel, input)),
});

const addSignIns = endpoint({
  route: "POST /moving/add-sign-ins",
  access: "public",
  isServerOnly: true,
  errors: ["ACCOUNT_IS_TAKEN", "SESSION_IS_TAKEN"],
  doc: "Adds accounts at providers and open sessions to a user.",
  input: z.object({ userId: z.string(), accounts: z.array(account), sessions: z.array(session) }),
  output: z.null(),
  async handle({ input, ctx }) {
    await ctx.transactionOn(userModel, input.userId, async (ctx, user) => {
      const updatedAt = ctx.now();
      for (const given of input.accounts) {
        const row = { ...given, userId: user.id, createdAt: updatedAt, updatedAt };
        await ctx.db.insert(accountModel, row, user, { onConflict: errors.ACCOUNT_IS_TAKEN });
      }
      // The time of the sign-in is unknown, so the session is not fresh.
      const age = Math.max(ctx.settings.session.freshAgeSeconds, 86_400) + 60;
      const createdAt = new Date(updatedAt.getTime() - age * 1000);
      for (const { token, expiresAt } of input.sessions) {
        const row = { token: fingerprint(token), expiresAt, userId: user.id, createdAt, updatedAt };
        await ctx.db.insert(sessionModel, row, { onConflict: errors.SESSION_IS_TAKEN });
      }
    });
    return ok(null);
  },
});

export interface MovingTypes extends PluginTypes {
  readonly serverEndpoints: {
    readonly moving: { readonly hasUser: typeof hasUser; readonly addSignIns: typeof addSignIns };
  };
  readonly errorCode: keyof typeof errors;
}

/** The plugin of the script. Take it out of the config after the move. */
export const moving = (): Plugin<MovingTypes> =>
  definePlugin<MovingTypes>({ id: "moving", errors, endpoints: { moving: { hasUser, addSignIns } } });

interface Api {
  importUsers(input: { readonly users: readonly ImportedUser[] }): Promise<{ rejected: readonly Rejection[] }>;
  readonly moving: {
    hasUser(input: { readonly id: string }): Promise<boolean>;
    addSignIns(input: Pick<Person, "accounts" | "sessions"> & { readonly userId: string }): Promise<null>;
  };
}

/** An auth with `moving()` among its plugins. */
export interface MovingAuth {
  transaction<T>(work: (inside: { readonly api: Api }) => Promise<T>): Promise<T>;
}

interface Rejection {
  readonly code: string;
  readonly issues?: readonly { readonly path: string }[];
}

/** The rows that were written, the users that were here already, and all that stays behind. */
export interface Report {
  users: number;
  accounts: number;
  sessions: number;
  wereHere: number;
  readonly rejected: { readonly id: string; readonly email: string; readonly reason: string }[];
  readonly leftOut: { readonly id: string; readonly columns: readonly string[] }[];
}

/** Users with a verified address come first: if an address is of two users in different case, they get it. */
const inOrder = (people: readonly Person[]): Person[] =>
  [...people].sort((a, b) => Number(b.user.emailVerified) - Number(a.user.emailVerified));

/** Takes over users, each with all accounts and sessions or not at all. Changes no user who is here already. */
export async function importPeople(auth: MovingAuth, people: readonly Person[]): Promise<Report> {
  const report: Report = { users: 0, accounts: 0, sessions: 0, wereHere: 0, rejected: [], leftOut: [] };
  for (const person of inOrder(people)) {
    const { id, email } = person.user;
    const reason = await takeOne(auth, person);
    if (reason === "was here") report.wereHere += 1;
    else if (reason !== null) report.rejected.push({ id, email, reason });
    else {
      report.users += 1;
      report.accounts += person.accounts.length;
      report.sessions += person.sessions.length;
      if (person.leftOut.length > 0) report.leftOut.push({ id, columns: person.leftOut });
    }
  }
  return report;
}

/** The rows of each user, by the user's id. */
export function byUser<Row>(rows: readonly Row[], userIdOf: (row: Row) => string | number): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const id = String(userIdOf(row));
    const group = groups.get(id);
    if (group) group.push(row);
    else groups.set(id, [row]);
  }
  return groups;
}

/** Null if the user is taken over, else the reason. */
async function takeOne(auth: MovingAuth, { user, accounts, sessions }: Person): Promise<string | null> {
  try {
    return await auth.transaction(async ({ api }) => {
      if (await api.moving.hasUser({ id: user.id })) return "was here";
      const [rejection] = (await api.importUsers({ users: [user] })).rejected;
      if (rejection) return [rejection.code, ...(rejection.issues ?? []).map(({ path }) => path)].join(" ");
      await api.moving.addSignIns({ userId: user.id, accounts, sessions });
      return null;
    });
  } catch (error) {
    // The transaction is rolled back: the user is not here without an account.
    if (isAuthError(error)) return error.code;
    throw error;
  }
}
