import { text } from "node:stream/consumers";
import type { Auth, User } from "@keyhold/core";
import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { askPassword, askText, confirm } from "../terminal/ask.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

export interface CreateAdminOptions extends ConfigOptions {
  readonly email?: string;
  readonly name?: string;
  readonly role?: string;
  readonly passwordStdin?: boolean;
  readonly claim?: boolean;
  readonly yes?: boolean;
}

/** Creates a user with the role of an administrator, or gives an existing user the role. */
export const createAdmin = (terminal: Terminal, options: CreateAdminOptions): Promise<number> =>
  withAuth(options, async (loaded) => {
    const role = options.role ?? "admin";
    const calls = callsOf(loaded);
    const email = (
      options.email ??
      (await askText(terminal, { message: "Email address", instead: "Give the address: --email <address>" }))
    ).trim();
    const existing = await inWords("The user was not read", () => calls.inspectUser({ email }));
    if (existing !== null) return appoint(terminal, loaded, { existing, email, role, options });
    const userId = await create(terminal, loaded, options, email);
    await inWords(`The role "${role}" was not given`, () => calls.setUserRole({ userId, role }));
    terminal.print(`Created ${email} with the role "${role}".`);
    return exitCodes.done;
  });

/** The answer of `inspectUser`. */
interface Inspected {
  readonly user: Pick<User, "id" | "createdAt" | "emailVerified">;
  readonly hasKnownOwner: boolean;
  readonly providers: readonly string[];
  readonly otherWays: number;
  readonly sessions: number;
}

/** The calls of the plugin `admin`. */
interface AdminCalls {
  inspectUser(input: { readonly email: string }): Promise<Inspected | null>;
  appointUser(input: {
    readonly userId: string;
    readonly role: string;
    readonly claim: boolean;
    readonly password?: string;
  }): Promise<unknown>;
  setUserRole(input: { readonly userId: string; readonly role: string }): Promise<unknown>;
}

function callsOf({ auth, plugins = [], path }: LoadedAuth): AdminCalls {
  if (!plugins.some(({ id }) => id === "admin"))
    throw new Failure(
      `${path} has no plugin "admin", so users have no roles.`,
      "Install @keyhold/admin, write `plugins: [admin()]`, and apply its columns: npx keyhold migrate",
    );
  const calls = Object(Reflect.get(auth.api, "admin"));
  if (typeof Reflect.get(calls, "appointUser") !== "function")
    throw new Failure(
      "The installed @keyhold/admin is older than this command line.",
      "Install the same version of both: npm install @keyhold/admin@latest @keyhold/cli@latest",
    );
  return calls;
}

interface Appointment {
  readonly existing: Inspected;
  readonly email: string;
  readonly role: string;
  readonly options: CreateAdminOptions;
}

/** Gives an existing user the role. The user may be an attacker who has signed up with the address of the operator. */
async function appoint(
  terminal: Terminal,
  loaded: LoadedAuth,
  { existing, email, role, options }: Appointment,
): Promise<number> {
  const { claim = false } = options;
  const facts = factsOf(existing);
  if (!claim && !existing.hasKnownOwner)
    throw new Failure(
      `${email} exists already: ${facts}. Another person may have signed up with this address.`,
      "Let the owner set a new password by email first; or remove every credential of the account: --claim",
    );
  if (!claim && options.passwordStdin)
    throw new Failure(
      `${email} exists already: ${facts}. The password of stdin was not set.`,
      "Give the role without --password-stdin; or replace every credential of the account by this password: --claim",
    );
  if (!(await mayAppoint(terminal, { existing, email, role, options }))) {
    terminal.note("No change was made.");
    return exitCodes.failed;
  }
  const password = claim ? await passwordIfUsed(terminal, loaded, options) : undefined;
  const input = { userId: existing.user.id, role, claim, ...(password !== undefined && { password }) };
  await inWords(`The role "${role}" was not given`, () => callsOf(loaded).appointUser(input));
  const changed = claim ? ", and earlier credentials were removed" : "";
  terminal.print(`${email} has the role "${role}" now${changed}. Its sessions have ended.`);
  return exitCodes.done;
}

/** What helps to tell the owner of an address from an attacker. */
function factsOf({ user, hasKnownOwner, providers, otherWays, sessions }: Inspected): string {
  const ways = providers.map((provider) => (provider === "credential" ? "password" : provider));
  const others = otherWays > 0 ? [`${otherWays} by plugins, e.g. passkeys`] : [];
  const signIn = [...ways, ...others].join(", ") || "none";
  return `since ${new Date(user.createdAt).toISOString().slice(0, 10)}, ${verified(user, hasKnownOwner)}, ways to sign in: ${signIn}, sessions: ${sessions}`;
}

function verified({ emailVerified }: Inspected["user"], hasKnownOwner: boolean): string {
  if (hasKnownOwner) return "address verified";
  return emailVerified ? "address verified by a browser that was not signed in" : "address not verified";
}

const mayAppoint = async (terminal: Terminal, { existing, email, role, options }: Appointment): Promise<boolean> => {
  if (options.yes === true) return true;
  const change = options.claim
    ? `Remove all credentials, second factors and sessions of this user, and give the role "${role}"?`
    : `End the sessions of this user, and give the role "${role}"?`;
  const message = `${email} exists already: ${factsOf(existing)}. ${change}`;
  return confirm(terminal, message, "Give the role without a question: --yes");
};

async function create(
  terminal: Terminal,
  loaded: LoadedAuth,
  options: CreateAdminOptions,
  email: string,
): Promise<string> {
  const { auth } = loaded;
  const name =
    options.name ??
    (terminal.isInteractive
      ? await askText(terminal, { message: "Name", instead: "", initial: email.split("@")[0] ?? "" })
      : (email.split("@")[0] ?? email));
  const password = await passwordIfUsed(terminal, loaded, options);
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

const passwordIfUsed = async (
  terminal: Terminal,
  { settings }: LoadedAuth,
  options: CreateAdminOptions,
): Promise<string | undefined> => (settings.emailAndPassword.enabled ? passwordFor(terminal, options) : undefined);

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
