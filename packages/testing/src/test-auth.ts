import { memory } from "@keyhold/adapter-memory";
import { type Answer, createAuthClient } from "@keyhold/client";
import type { AnyClientPlugin } from "@keyhold/client/plugin";
import { type Auth, type AuthConfig, type CoreEvent, createAuth, type LogEntry } from "@keyhold/core";
import type { Adapter, Database } from "@keyhold/core/adapter";
import type { PasswordHashing } from "@keyhold/core/passwords";
import type { AnyPlugin, ColumnMap } from "@keyhold/core/plugin";
import type { AddedBy, EmailsOf, EventsOf, NoColumns, WithUserColumns } from "@keyhold/core/types";
import { type Browser, createBrowser } from "./browser.js";
import { type Clients, createClients, type OpenOptions, type TestClient, type VisitOptions } from "./clients.js";
import { type Clock, createClock } from "./clock.js";
import { type Kept, type Mailbox, mailboxOver } from "./mailbox.js";
import { forkStores, type Stores } from "./stores.js";

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

/** An auth for tests, with a clock, mailbox, rows, events and log. */
export interface TestAuth<
  Plugins extends readonly AnyPlugin[],
  ClientPlugins extends readonly AnyClientPlugin[],
  Columns extends ColumnMap = NoColumns,
> extends TestClient<ClientPlugins> {
  readonly auth: Auth<WithUserColumns<Plugins, Columns>>;
  /** The only clock of the auth and the browsers. */
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
  /** Another client, with another browser. */
  visit(options?: VisitOptions): TestClient<ClientPlugins>;
  /** Signs up a user in a new browser. Throws with the server's response if that fails. */
  signUp(email: string, input?: SignUpInput): Promise<SignedUp<Plugins, ClientPlugins, Columns>>;
  /**
   * Waits until the auth is idle, and copies it: rows, clock, emails, events, log, and the browsers with their cookies.
   * What happens in the fork does not affect the original, nor the reverse. Both call the same functions of `config`.
   * Throws if `config` has another database than `memory()`, or another secondary storage than `memoryStorage()`.
   *
   * @example const fork = await world.fork(); const ann = fork.copyOf(world.ann);
   */
  fork(): Promise<TestAuth<Plugins, ClientPlugins, Columns>>;
  /** Returns the copy of a client of the origin: all fields, with the browser and the client of this fork. */
  copyOf<Client extends TestClient<ClientPlugins>>(client: Client): Client;
}

const baseURL = "https://app.example.com";
const password = "correct horse battery staple";
/** The cheapest cost of scrypt: tests do not measure how long a hash takes. */
const passwordHashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } };
/** A busy machine rejects no password of a test: this is the maximum. */
const passwordQueueSeconds = 60;

/**
 * Makes a complete auth for tests: in memory, over https, with a clock, a mailbox and a browser. Needs no server and no
 * waiting.
 *
 * @example const { signUp, clock } = createTestAuth({ plugins: [username()], clientPlugins: [usernameClient()] }); const { client } = await signUp("ann@example.com", { username: "ann" }); clock.forward({ days: 8 }); expect((await client.getSession()).data).toBe(null);
 */
export function createTestAuth<
  const Plugins extends readonly AnyPlugin[] = readonly [],
  const ClientPlugins extends readonly AnyClientPlugin[] = readonly [],
  Columns extends ColumnMap = NoColumns,
>(options: TestAuthOptions<Plugins, ClientPlugins, Columns> = {}): TestAuth<Plugins, ClientPlugins, Columns> {
  return open(options, { time: createClock().now(), events: [], logged: [], emails: { messages: [], unseen: [] } });
}

/** What a test auth begins with: no state, or copies of the state of the original. */
interface State<Plugins extends readonly AnyPlugin[]> extends Partial<Stores> {
  readonly time: Date;
  readonly events: EventOf<Plugins>[];
  readonly logged: LogEntry[];
  readonly emails: Kept<EmailsOf<Plugins>>;
}

function open<
  const Plugins extends readonly AnyPlugin[],
  const ClientPlugins extends readonly AnyClientPlugin[],
  Columns extends ColumnMap,
>(
  options: TestAuthOptions<Plugins, ClientPlugins, Columns>,
  state: State<Plugins>,
  origin?: Clients<ClientPlugins>,
): TestAuth<Plugins, ClientPlugins, Columns> {
  const { events, logged, emails } = state;
  const clock = createClock(state.time);
  const mailbox = mailboxOver(emails);
  const config = completeConfig(options, state, { clock, mailbox });
  const auth = createAuth<Plugins, unknown, Columns>({ ...config, database: inOnePlace(config.database) });

  const openClient = (given: OpenOptions): TestClient<ClientPlugins> => {
    const { baseURL: url = baseURL, basePath } = config;
    const browser = createBrowser(auth, { baseURL: url, basePath, now: config.now, ...given });
    const plugins = options.clientPlugins;
    const client = createAuthClient<ClientPlugins>({ baseURL: url, basePath, plugins, fetch: browser.fetch, retry: 0 });
    return { browser, client };
  };
  const clients = origin?.fork(openClient) ?? createClients(openClient);
  const { guest, visit, copyOf } = clients;

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
    copyOf,
    fork: async () => {
      await auth.idle();
      const stores = forkStores(config);
      const copies = { messages: [...emails.messages], unseen: [...emails.unseen] };
      const time = clock.now();
      return open(options, { ...stores, time, events: [...events], logged: [...logged], emails: copies }, clients);
    },
  };
}

const place = {};

/**
 * The database for `createAuth`, which warns of two databases with an equal secret. All test auths have an equal
 * secret, also a fork and the original: their databases count as a single database.
 */
const inOnePlace = (database: Database): Database => Object.create(database, { place: { value: place } });

function completeConfig<Plugins extends readonly AnyPlugin[], Columns extends ColumnMap>(
  { plugins, config = {} }: TestAuthOptions<Plugins, readonly AnyClientPlugin[], Columns>,
  { events, logged, database = config.database ?? memory(), secondaryStorage }: State<Plugins>,
  { clock, mailbox }: { readonly clock: Clock; readonly mailbox: Mailbox<EmailsOf<Plugins>> },
): AuthConfig<Plugins, unknown, Columns> {
  return {
    secret: "for tests only: 0123456789abcdefghij",
    baseURL,
    now: clock.now,
    log: (entry) => {
      logged.push(entry);
    },
    mail: mailbox.send,
    ...config,
    database,
    ...(secondaryStorage && { secondaryStorage }),
    ...(plugins && { plugins }),
    // Tests send a hundred requests from a single IP address: rate limits are on only if a test enables them.
    rateLimit: {
      enabled: false,
      ...(config.rateLimit?.enabled ? {} : { wrongPasswords: false }),
      ...config.rateLimit,
    },
    emailAndPassword: { enabled: true, passwordHashing, passwordQueueSeconds, ...config.emailAndPassword },
    onEvent: async (event) => {
      events.push(event);
      await config.onEvent?.(event);
    },
  };
}

/** The part of a client that signs up, with the columns of any plugins. */
interface SigningUp<User> {
  readonly signUp: { email(input: object): Promise<Answer<{ readonly user: User }>> };
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
  type User = SignedUp<Plugins, ClientPlugins, Columns>["user"];
  const chosen = { name: email.split("@", 1)[0], password, ...input };
  const client = guest.client as unknown as SigningUp<User>;
  const { data, error } = await client.signUp.email({ ...chosen, email });
  if (error) throw new Error(`Sign-up of ${email} was answered ${error.status}: ${JSON.stringify(error)}`);
  return { ...guest, user: data.user, password: chosen.password };
}
