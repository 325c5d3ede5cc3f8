import { isAuthError } from "@keyhold/core";
import { fullModel } from "@keyhold/core/adapter";
import { updateUser, userModel } from "@keyhold/core/plugin";
import type { contextOf } from "@keyhold/core/tools";
import { createUser, parseEmail, readUserColumns } from "@keyhold/core/users";

/** The context of an auth. */
export type AuthContext = NonNullable<ReturnType<typeof contextOf>>;

/** The email address of a user, and columns. */
export interface GivenUser {
  readonly email: string;
}

/**
 * The id of the user with this email address or id, or of the user with these columns, who is created if there is none.
 */
export async function idOfUser(ctx: AuthContext, given: string | GivenUser): Promise<string> {
  if (typeof given !== "string") return idOfGiven(ctx, given);
  const email = parseEmail(given);
  const user = await ctx.db.find(userModel, email ? { email } : { id: given });
  if (user) return user.id;
  throw new Error(
    email
      ? `signInAs: no user has the email address ${email}. To create one: signInAs(auth, { email: "${email}" })`
      : `signInAs: no user has the id "${given}". Give an email address or the id of a user.`,
  );
}

async function idOfGiven(ctx: AuthContext, given: GivenUser): Promise<string> {
  const email = parseEmail(given.email);
  if (!email) throw new Error(`signInAs: "${given.email}" is not an email address.`);
  const columns = readColumns(ctx, given);
  const find = async (): Promise<string | null> => (await ctx.db.find(userModel, { email }))?.id ?? null;
  const found = await find();
  if (found === null) {
    try {
      return await create(ctx, email, columns);
    } catch (error) {
      // Another worker has created the user meanwhile.
      const isTaken = isAuthError(error) && error.code === "USER_ALREADY_EXISTS";
      const winner = isTaken ? await find() : null;
      if (winner === null) throw error;
      return change(ctx, winner, columns);
    }
  }
  return change(ctx, found, columns);
}

type Columns = Readonly<Record<string, unknown>>;

/** The columns that only this library writes. */
const ownColumns = ["id", "createdAt", "updatedAt"];

/**
 * The given columns. Columns of the sign-up are checked as there; the others are set only by the server, e.g. `role`.
 */
function readColumns(ctx: AuthContext, { email: _, ...given }: GivenUser): Columns {
  const known = Object.keys(fullModel(ctx.schema, userModel).columns).filter((name) => !ownColumns.includes(name));
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `signInAs: the user has no column ${unknown.map((name) => `"${name}"`).join(", ")}. Columns: ${known.join(", ")}`,
    );
  // As a request has them: dates as text.
  const input: Columns = JSON.parse(JSON.stringify(given));
  return { ...given, ...readUserColumns(ctx, input, { canClear: true }) };
}

const create = (ctx: AuthContext, email: string, columns: Columns): Promise<string> =>
  ctx.transaction(async (ctx) => {
    const now = ctx.now();
    const name = email.split("@", 1)[0] ?? email;
    const draft = { name, image: null, emailVerified: true, ...columns, email, createdAt: now, updatedAt: now };
    return (await createUser(ctx, draft, { caller: null })).id;
  });

async function change(ctx: AuthContext, id: string, columns: Columns): Promise<string> {
  await ctx.transactionOn(userModel, id, async (ctx, user) => (await updateUser(ctx, user, columns)).id);
  return id;
}
