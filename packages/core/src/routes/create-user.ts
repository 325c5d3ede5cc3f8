import { name, picture, user } from "../contract/entity-schemas.js";
import { commonError, coreErrors } from "../contract/errors.js";
import { ok } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { hashNewPassword } from "../password/policy.js";
import { createCredential } from "../records/credential/credential.js";
import { createUser as addUser } from "../records/user/create.js";
import { parseEmail } from "../records/user/email.js";
import { publicUser } from "../records/user/public.js";
import { endpoint } from "./endpoint.js";

export const createUser = endpoint({
  route: "POST /create-user",
  access: "public",
  doc: "Creates a user in the name of the app.",
  takesUserColumns: true,
  input: z.object({
    email: z.string(),
    name,
    image: picture.nullable().optional(),
    emailVerified: z.boolean().default(false),
    password: z.string().optional(),
    passwordHash: z.string().max(1024).optional(),
  }),
  output: z.object({ user }),
  errors: [
    "INVALID_EMAIL",
    "PASSWORD_TOO_SHORT",
    "PASSWORD_TOO_LONG",
    "PASSWORD_TOO_COMMON",
    "PASSWORD_COMPROMISED",
    "USER_ALREADY_EXISTS",
  ],
  hashes: true,
  isServerOnly: true,
  async handle({ input, userColumns, caller, ctx }) {
    const { name, image = null, emailVerified, password, passwordHash } = input;
    const email = parseEmail(input.email);
    if (!email) return ctx.fail(coreErrors.INVALID_EMAIL);
    if (password !== undefined && passwordHash !== undefined) throw notA("Give a password or its hash, not both");
    if (passwordHash !== undefined && !ctx.passwords.isReadable(passwordHash))
      throw notA("Not a hash that is known here");
    const person = { ...userColumns, name, email };
    const hash = password === undefined ? passwordHash : await hashNewPassword(ctx, { password, person, caller });

    return ctx.transaction(async (ctx) => {
      const now = ctx.now();
      const draft = { ...person, image, emailVerified, createdAt: now, updatedAt: now };
      const user = await addUser(ctx, draft, { caller: null });
      if (hash !== undefined) await createCredential(ctx, user, hash);
      return ok({ user: publicUser(ctx, user) });
    });
  },
});

const notA = (message: string): Error =>
  commonError("VALIDATION_ERROR", { issues: [{ path: "passwordHash", message }] });
