import { z } from "zod";
import { createCredential } from "../account/credential.js";
import type { Context } from "../context.js";
import { isAuthError } from "../errors.js";
import { ok } from "../outcome.js";
import { image, name } from "../shapes.js";
import { readUserColumns } from "../user/columns.js";
import { createUser } from "../user/create.js";
import { parseEmail } from "../user/email.js";
import { endpoint } from "./endpoint.js";

/** Somebody as another system knew them, with the columns of plugins, e.g. `username`. */
export interface ImportedUser {
  readonly email: string;
  readonly name: string;
  /** Default: a new one. */
  readonly id?: string | null;
  readonly image?: string | null;
  /** Default false. */
  readonly emailVerified?: boolean | null;
  /** Of a form that this package or a verifier of the config reads. */
  readonly passwordHash?: string | null;
  /** Default: now. */
  readonly createdAt?: Date | null;
  readonly [column: string]: unknown;
}

const importedUser = z.object({
  email: z.string(),
  name,
  id: z.stringFormat("id", /^[\x21-\x7e]{1,36}$/).nullish(),
  image: image.nullish(),
  emailVerified: z.boolean().nullish(),
  passwordHash: z.string().max(1024).nullish(),
  // What every database can keep.
  createdAt: z.date().min(new Date("1000-01-01")).max(new Date("9999-12-31")).nullish(),
});

const mostUsers = 500;
const isList = (given: unknown): boolean => Array.isArray(given) && given.length <= mostUsers;

export const importUsers = endpoint({
  wire: "POST /import-users",
  access: "public",
  doc: "Takes users over from another system, each with the id, date and password hash that they had there; up to 500 at once. Says who was refused, and keeps the others.",
  input: z.object({
    users: z.custom<readonly ImportedUser[]>(isList, `Must be a list of at most ${mostUsers} users`),
  }),
  output: z.object({ imported: z.number(), refused: z.array(z.object({ index: z.number(), code: z.string() })) }),
  isServerOnly: true,
  async handle({ input, ctx }) {
    const refused: { index: number; code: string }[] = [];
    for (const [index, user] of input.users.entries()) {
      const code = await importUser(ctx, user);
      if (code !== null) refused.push({ index, code });
    }
    return ok({ imported: input.users.length - refused.length, refused });
  },
});

/** Null, or the code of why not. One bad row must not keep the others out. */
async function importUser(ctx: Context, given: ImportedUser): Promise<string | null> {
  const { data: user } = importedUser.safeParse(given);
  const hash = user?.passwordHash ?? null;
  if (!user || (hash !== null && !ctx.passwords.isReadable(hash))) return "VALIDATION_ERROR";
  const email = parseEmail(user.email);
  if (!email) return "INVALID_EMAIL";
  try {
    const { id, image = null, emailVerified, createdAt } = user;
    const columns = readUserColumns(ctx, given, { canClear: true });
    await ctx.atomically(async (ctx) => {
      const now = ctx.now();
      const created = await createUser(ctx, {
        ...columns,
        ...(id && { id }),
        email,
        name: user.name,
        image,
        emailVerified: emailVerified ?? false,
        createdAt: createdAt ?? now,
        updatedAt: now,
      });
      if (hash !== null) await createCredential(ctx, created, hash);
    });
    return null;
  } catch (error) {
    if (isAuthError(error)) return error.code;
    throw error;
  }
}
