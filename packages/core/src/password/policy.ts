import type { PasswordPerson } from "../contract/config-sections.js";
import type { Caller, Context, HookContext } from "../contract/context.js";
import { coreErrors, type ErrorEntry } from "../contract/errors.js";
import { turnOf } from "./turn.js";
import { hashPassword, maxPasswordBytes } from "./verify.js";

export interface NewPassword {
  readonly password: string;
  readonly person: PasswordPerson;
  readonly caller: Caller;
  /** See `Passwords.hash`. */
  readonly like?: string | null;
}

/**
 * Checks a new password and answers with the hash. Never call this function inside a transaction.
 *
 * @throws AuthError PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_TOO_COMMON, the code of `checkPassword`, or 503.
 */
export async function hashNewPassword(
  ctx: Context<"PASSWORD_TOO_LONG" | "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_COMMON">,
  { password, person, caller, like }: NewPassword,
): Promise<string> {
  const { checkPassword, allowCommonPasswords } = ctx.settings.emailAndPassword;
  const problem = passwordLengthError(ctx, password);
  if (problem) return ctx.fail(coreErrors[problem]);
  if (!allowCommonPasswords && (await isGuessedFirst(ctx, password, person)))
    return ctx.fail(coreErrors.PASSWORD_TOO_COMMON);
  const error = (await checkPassword?.(password, { email: person.email, name: person.name })) ?? null;
  if (error !== null) return failChecked(ctx, error);
  return hashPassword(ctx, { password, turn: turnOf(caller), ...(like !== undefined && { like }) });
}

/** Throws what the app's check has answered. */
const failChecked = (ctx: Pick<HookContext, "fail">, error: ErrorEntry): never => ctx.fail(error);

export type LengthErrorCode = "PASSWORD_TOO_SHORT" | "PASSWORD_TOO_LONG";

/**
 * The length error of a new password, or null: in code points after NFKC, limited in bytes so that hashing stays cheap.
 */
export function passwordLengthError({ settings }: Context, password: string): LengthErrorCode | null {
  const { minPasswordLength, maxPasswordLength } = settings.emailAndPassword;
  // First, so that a password beyond the limit costs no work.
  if (password.length > maxPasswordBytes) return "PASSWORD_TOO_LONG";
  const normal = password.normalize("NFKC");
  if (new TextEncoder().encode(normal).length > maxPasswordBytes) return "PASSWORD_TOO_LONG";
  const length = [...normal].length;
  if (length < minPasswordLength) return "PASSWORD_TOO_SHORT";
  return length > maxPasswordLength ? "PASSWORD_TOO_LONG" : null;
}

/** Whether a password is among the first guesses: a common password, or a name of the user or of the app. */
async function isGuessedFirst({ settings }: Context, password: string, person: PasswordPerson): Promise<boolean> {
  // Imported at the first new password: a process that only reads sessions never loads the list.
  const { fold, isCommonPassword } = await import("./common-passwords.js");
  if (isCommonPassword(password)) return true;
  // Plugins' columns contain names of the user, too.
  const names = [settings.appName, person.email.split("@", 1)[0], ...Object.values(person)];
  const folded = fold(password);
  return names.some((name) => typeof name === "string" && fold(name) === folded);
}
