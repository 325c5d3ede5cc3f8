import { memory } from "@keyhold/adapter-memory";
import { type AuthClient, createAuthClient } from "@keyhold/client";
import type { AnyClientPlugin } from "@keyhold/client/plugin";
import { type Auth, type AuthConfig, type CoreEvent, createAuth, type LogEntry } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import type { PasswordHashing } from "@keyhold/core/passwords";
import type { AnyPlugin, ColumnMap } from "@keyhold/core/plugin";
import type { AddedBy, EmailsOf, EventsOf, NoColumns, WithUserColumns } from "@keyhold/core/types";
import { type Browser, createBrowser } from "./browser.js";
import { type Clock, createClock } from "./clock.js";
import { createMailbox, type Mailbox } from "./mailbox.js";

/** Options of `createTestAuth`. */
export interface TestAuthOptions<
  Plugins extends readonly AnyPlugin[],
  ClientPlugins extends readonly AnyClientPlugin[],
  Columns extends ColumnMap = NoColumns,
> {
  readonly plugins?: Plugins;
  /** The browser halves of the plugins. */
  readonly clientPlugins?: ClientPlugins;
  /** Further options of `createAuth`. They override the defaults of the test auth. */
  readonly config?: Partial<Omit<AuthConfig<NoInfer<Plugins>, unknown, Columns>, "plugins">>;
}

/** The events of an auth. */
export type EventOf<Plugins extends readonly AnyPlugin[]> = CoreEvent | EventsOf<Plugins>;

/** A browser, and the client that runs in it. */
export interface TestClient<ClientPlugins extends readonly AnyClientPlugin[]> {
  readonly browser: Browser;
  readonly client: AuthClient<ClientPlugins>;
}

/** A client that has just signed up, and the user and session of the response. */
export interface SignedUp<
  Plugins extends readonly AnyPlugin[],
  ClientPlugins extends readonly AnyClientPlugin[],
  Columns extends ColumnMap = NoColumns,
> extends TestClient<ClientPlugins> {
  readonly user: AddedBy<WithUserColumns<Plugins, Columns>>["user"];
  readonly password: string;
}

/** The input of the sign-up besides the email address, e.g. the columns of plugins. */
export interface SignUpInput {
  readonly name?: string;
  readonly password?: string;
  readonly [column: string]: unknown;
}

/** An auth for tests, with its clock, mailbox, rows, events and log. */
export interface TestAuth<
  Plugins extends readonly AnyPlugin[],
  ClientPlugins extends readonly AnyClientPlugin[],
  Columns extends ColumnMap = NoColumns,
> extends TestClient<ClientPlugins> {
  readonly auth: Auth<WithUserColumns<Plugins, Columns>>;
  /** The only clock of the auth and its browsers. */
  readonly clock: Clock;
  readonly mailbox: Mailbox<EmailsOf<Plugins>>;
  /** The rows as they are stored. */
  readonly db: Adapter;
  /** The events that the auth has emitted, oldest first. */
  readonly events: readonly EventOf<Plugins>[];
  /** The entries of the log: empty if no unexpected error happened. */
  readonly logged: readonly LogEntry[];
  /** The `fetch` of `browser`. */
  readonly fetch: Browser["fetch"];
  /** Another client, with its own browser. */
  visit(options?: { readonly ipAddress?: string }): TestClient<ClientPlugins>;
  /** Signs up a user in a new browser. Throws with the server's response if that fails. */
  signUp(email: string, input?: SignUpInput): Promise<SignedUp<Plugins, ClientPlugins, Columns>>;
}

const baseURL = "https://app.example.com";
const password = "correct horse battery staple";
/** The cheapest cost of scrypt: tests do not measure how long a hash takes. */
const passwordHashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } };

/**
 * Makes a complete auth for tests: in memory, over https, with a clock, a mailbox and a browser. It needs no server and
 * no waiting.
 *
 * @example const { signUp, clock } = createTestAuth({ plugins: [username()], clientPlugins: [usernameClient()] }); const { client } = await signUp("ann@example.com", { username: "ann" }); clock.forward({ days: 8 }); expect((await client.getSession()).data).toBe(null);
 */
export function createTestAuth<
  const Plugins extends readonly AnyPlugin[] = readonly [],
  const ClientPlugins extends readonly AnyClientPlugin[] = readonly [],
  Columns extends ColumnMap = NoColumns,
>(options: TestAuthOptions<Plugins, ClientPlugins, Columns> = {}): TestAuth<Plugins, ClientPlugins, Columns> {
  const clock = createClock();
  const events: EventOf<Plugins>[] = [];
  const logged: LogEntry[] = [];
  const mailbox = createMailbox<EmailsOf<Plugins>>();
  const config = completeConfig(options, { clock, events, logged, mailbox });
  const auth = createAuth<Plugins, unknown, Columns>(config);

  const visit = ({ ipAddress = "203.0.113.7" } = {}): TestClient<ClientPlugins> => {
    const { baseURL: url = baseURL, basePath } = config;
    const browser = createBrowser(auth, { baseURL: url, basePath, ipAddress, now: config.now });
    const plugins = options.clientPlugins;
    const client = createAuthClient<ClientPlugins>({ baseURL: url, basePath, plugins, fetch: browser.fetch, retry: 0 });
    return { browser, client };
  };

  const guest = visit();
  return {
    ...guest,
    auth,
    clock,
    events,
    logged,
    mailbox,
    db: config.database.connect(auth.schema),
    fetch: guest.browser.fetch,
    visit,
    signUp: (email, input = {}) => signUp<Plugins, ClientPlugins, Columns>(visit(), email, input),
  };
}

interface Recorders<Plugins extends readonly AnyPlugin[]> {
  readonly clock: Clock;
  readonly events: EventOf<Plugins>[];
  readonly logged: LogEntry[];
  readonly mailbox: Mailbox<EmailsOf<Plugins>>;
}

function completeConfig<Plugins extends readonly AnyPlugin[], Columns extends ColumnMap>(
  { plugins, config = {} }: TestAuthOptions<Plugins, readonly AnyClientPlugin[], Columns>,
  { clock, events, logged, mailbox }: Recorders<Plugins>,
): AuthConfig<Plugins, unknown, Columns> {
  return {
    secret: "for tests only: 0123456789abcdefghij",
    baseURL,
    database: memory(),
    now: clock.now,
    log: (entry) => {
      logged.push(entry);
    },
    mail: mailbox.send,
    ...config,
    ...(plugins && { plugins }),
    // Tests send a hundred requests from one IP address: rate limits are on only if a test enables them.
    rateLimit: {
      enabled: false,
      ...(config.rateLimit?.enabled ? {} : { wrongPasswords: false }),
      ...config.rateLimit,
    },
    emailAndPassword: { enabled: true, passwordHashing, ...config.emailAndPassword },
    onEvent: async (event) => {
      events.push(event);
      await config.onEvent?.(event);
    },
  };
}

/** Signs up over HTTP, as a browser does. */
async function signUp<
  Plugins extends readonly AnyPlugin[],
  ClientPlugins extends readonly AnyClientPlugin[],
  Columns extends ColumnMap,
>(
  guest: TestClient<ClientPlugins>,
  email: string,
  input: SignUpInput,
): Promise<SignedUp<Plugins, ClientPlugins, Columns>> {
  const chosen = { name: email.split("@", 1)[0], password, ...input };
  const response = await guest.browser.post("/sign-up/email", { ...chosen, email });
  const answer = await response.text();
  if (!response.ok) throw new Error(`Sign-up of ${email} was answered ${response.status}: ${answer}`);
  const { user } = JSON.parse(answer, parseDate);
  return { ...guest, user, password: chosen.password };
}

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const parseDate = (_: string, value: unknown): unknown =>
  typeof value === "string" && isoDate.test(value) ? new Date(value) : value;
