import { text } from "node:stream/consumers";
import type { Auth } from "@keyhold/core";
import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { askPassword, askText, confirm } from "../terminal/ask.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

export interface CreateAdminOptions extends ConfigOptions {
  readonly email?: string;
  readonly name?: string;
  readonly role?: string;
  readonly passwordStdin?: boolean;
  readonly yes?: boolean;
}

/** Creates a user with the role of an administrator, or gives an existing user the role. */
export const createAdmin = (terminal: Terminal, options: CreateAdminOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const role = options.role ?? "admin";
    const setRole = setRoleOf(loaded);
    const email = (
      options.email ??
      (await askText(terminal, { message: "Email address", instead: "Give the address: --email <address>" }))
    ).trim();
    const existing = await findUser(loaded, email);
    const id = existing === null ? await create(terminal, loaded, options, email) : existing.id;
    if (existing !== null && !(await mayPromote(terminal, options, email, role))) {
      terminal.note("No change was made.");
      return exitCodes.failed;
    }
    await inWords(`The role "${role}" was not given`, () => setRole({ userId: id, role }));
    terminal.print(
      existing === null ? `Created ${email} with the role "${role}".` : `${email} has the role "${role}" now.`,
    );
    return exitCodes.done;
  });

type SetRole = (input: { readonly userId: string; readonly role: string }) => Promise<unknown>;

/** The call of the plugin `admin`. */
function setRoleOf({ auth, plugins = [], path }: LoadedAuth): SetRole {
  const group: unknown = Reflect.get(auth.api, "admin");
  const call: unknown = Reflect.get(Object(group), "setUserRole");
  if (plugins.some(({ id }) => id === "admin") && typeof call === "function") return async (input) => call(input);
  throw new Failure(
    `${path} has no plugin "admin", so users have no roles.`,
    "Install @keyhold/admin, write `plugins: [admin()]`, and apply its columns: npx keyhold migrate",
  );
}

/** Addresses are stored in lower case. */
async function findUser({ auth, database }: LoadedAuth, email: string): Promise<{ readonly id: string } | null> {
  const model = auth.schema.models.get("user");
  if (!model) return null;
  return inWords("The database was not read", async () => {
    const row = await database.connect(auth.schema).find(model, { email: email.toLowerCase() });
    return row === null ? null : { id: String(row.id) };
  });
}

const mayPromote = async (
  terminal: Terminal,
  { yes }: CreateAdminOptions,
  email: string,
  role: string,
): Promise<boolean> =>
  yes === true ||
  confirm(
    terminal,
    `${email} exists already. Give this user the role "${role}"?`,
    "Give the role without a question: --yes",
  );

async function create(
  terminal: Terminal,
  { auth, settings }: LoadedAuth,
  options: CreateAdminOptions,
  email: string,
): Promise<string> {
  const name =
    options.name ??
    (terminal.isInteractive
      ? await askText(terminal, { message: "Name", instead: "", initial: email.split("@")[0] ?? "" })
      : (email.split("@")[0] ?? email));
  const password = settings.emailAndPassword.enabled ? await passwordFor(terminal, options) : undefined;
  // The administrator of the server vouches for the address.
  const input: Parameters<Auth["api"]["createUser"]>[0] = {
    email,
    name,
    emailVerified: true,
    ...(password !== undefined && { password }),
  };
  const { user } = await inWords("The user was not created", () => auth.api.createUser(input));
  return user.id;
}

async function passwordFor(terminal: Terminal, { passwordStdin }: CreateAdminOptions): Promise<string> {
  if (!passwordStdin) return askPassword(terminal, "Password", "Give the password by a pipe: --password-stdin");
  const given = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (given === "")
    throw new Failure("stdin has no password.", 'printf %s "$PASSWORD" | npx keyhold create-admin --password-stdin …');
  return given;
}

async function inWords<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), "code");
    throw new Failure(
      `${what}: ${messagesOf(error)}`,
      remedies[String(code)] ?? "See what is wrong: npx keyhold doctor",
      { cause: error },
    );
  }
}

const remedies: Readonly<Record<string, string>> = {
  INVALID_EMAIL: "Give an address such as ada@example.com.",
  PASSWORD_TOO_SHORT: "Give a longer password.",
  PASSWORD_TOO_LONG: "Give a shorter password.",
  PASSWORD_TOO_COMMON: "Give a password that is not on lists of common ones.",
  PASSWORD_COMPROMISED: "Give a password that is in no known breach.",
  ROLE_NOT_FOUND: "Give a role of `roles` by --role <role>.",
};
