import type { Context } from "../contract/context.js";
import { name, picture } from "../contract/entity-schemas.js";
import { type Issue, isAuthError } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { createCredential } from "../records/credential/credential.js";
import { readUserColumns } from "../records/user/columns.js";
import { createUser } from "../records/user/create.js";
import { parseEmail } from "../records/user/email.js";
import { endpoint } from "./endpoint.js";

/** A user of another system, with the columns of plugins, e.g. `username`. */
export interface ImportedUser {
  readonly email: string;
  readonly name: string;
  /** Default: a new id. */
  readonly id?: string | null;
  readonly image?: string | null;
  /** Default false. */
  readonly emailVerified?: boolean | null;
  /** In a form that this package or a verifier of the config supports. */
  readonly passwordHash?: string | null;
  /** Default: now. */
  readonly createdAt?: Date | null;
  readonly [column: string]: unknown;
}

const importedUser = z.object({
  email: z.string(),
  name,
  id: z
    .string()
    .regex(/^[\x21-\x7e]{1,36}$/, "Invalid id")
    .nullish(),
  image: picture.nullish(),
  emailVerified: z.boolean().nullish(),
  passwordHash: z.string().max(1024).nullish(),
  // The range that every database can store.
  createdAt: z.date().min(new Date("1000-01-01")).max(new Date("9999-12-31")).nullish(),
});

const maxUsers = 500;
const isList = (given: unknown): boolean => Array.isArray(given) && given.length <= maxUsers;

/** Why a user was rejected, with the invalid fields if there are any. */
interface Rejection {
  readonly code: string;
  readonly issues?: readonly Issue[];
}

const rejection = z.object({
  index: z.number(),
  code: z.string(),
  issues: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .readonly()
    .optional(),
});

const unreadable: Issue = {
  path: "passwordHash",
  message: "No verifier of `passwordVerifiers` reads a hash of this form",
};

export const importUsers = endpoint({
  route: "POST /import-users",
  access: "public",
  doc: "Imports up to 500 users, and lists those that failed.",
  input: z.object({
    users: z.custom<readonly ImportedUser[]>(isList, `Must be a list of at most ${maxUsers} users`),
  }),
  output: z.object({ imported: z.number(), rejected: z.array(rejection) }),
  isServerOnly: true,
  async handle({ input, ctx }) {
    const rejected: ({ index: number } & Rejection)[] = [];
    for (const [index, user] of input.users.entries()) {
      const rejection = await importUser(ctx, user);
      if (rejection) rejected.push({ index, ...rejection });
    }
    return ok({ imported: input.users.length - rejected.length, rejected });
  },
});

const invalid = (issues: readonly Issue[]): Rejection => ({ code: "VALIDATION_ERROR", issues });

/** Imports a user; answers with null, or the reason. An invalid user must not stop the others. */
async function importUser(ctx: Context, given: ImportedUser): Promise<Rejection | null> {
  const { issues, value: user } = importedUser.safeParse(given);
  if (issues) return invalid(issues.map(({ path, message }) => ({ path: path.join("."), message })));
  const hash = user.passwordHash ?? null;
  if (hash !== null && !ctx.passwords.isReadable(hash)) return invalid([unreadable]);
  const email = parseEmail(user.email);
  if (!email) return { code: "INVALID_EMAIL" };
  try {
    const { id, image = null, emailVerified, createdAt } = user;
    const columns = readUserColumns(ctx, given, { canClear: true });
    // An error of the row is caught below: the answer has the code.
    await (ctx as Context<string>).transaction(async (ctx) => {
      const now = ctx.now();
      const draft = {
        ...columns,
        ...(id && { id }),
        email,
        name: user.name,
        image,
        emailVerified: emailVerified ?? false,
        createdAt: createdAt ?? now,
        updatedAt: now,
      };
      const created = await createUser(ctx, draft, { caller: null });
      if (hash !== null) await createCredential(ctx, created, hash);
    });
    return null;
  } catch (error) {
    if (isAuthError(error))
      return error.issues.length > 0 ? { code: error.code, issues: error.issues } : { code: error.code };
    throw error;
  }
}
