import { memory } from "@keyhold/adapter-memory";
import { type AuthClient, createAuthClient } from "@keyhold/client";
import type { AnyClientPlugin } from "@keyhold/client/plugin";
import { type Auth, type AuthConfig, type CoreEvent, createAuth, type LogEntry } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import type { PasswordHashing } from "@keyhold/core/passwords";
import type { AnyPlugin } from "@keyhold/core/plugin";
import type { AddedBy, EmailsOf, EventsOf } from "@keyhold/core/types";
import { type Browser, createBrowser } from "./browser.js";
import { type Clock, createClock } from "./clock.js";
import { createMailbox, type Mailbox } from "./mailbox.js";

export interface TestAuthOptions<
  Plugins extends readonly AnyPlugin[],
  ClientPlugins extends readonly AnyClientPlugin[],
> {
  readonly plugins?: Plugins;
  /** The browser halves of the plugins. */
  readonly clientPlugins?: ClientPlugins;
  /** Whatever else `createAuth` takes; it wins over the kit's own choices. */
  readonly config?: Partial<Omit<AuthConfig<NoInfer<Plugins>>, "plugins">>;
}

/** What an auth tells its listeners. */
export type EventOf<Plugins extends readonly AnyPlugin[]> = CoreEvent | EventsOf<Plugins>;

/** One visitor: a browser, and the client that runs in it. */
export interface Visitor<ClientPlugins extends readonly AnyClientPlugin[]> {
  readonly browser: Browser;
  readonly client: AuthClient<ClientPlugins>;
}

/** A visitor who has just signed up, and what an answer told about it. */
export interface SignedUp<Plugins extends readonly AnyPlugin[], ClientPlugins extends readonly AnyClientPlugin[]>
  extends Visitor<ClientPlugins> {
  readonly user: AddedBy<Plugins>["user"];
  readonly password: string;
}

/** What sign-up sends besides the address, e.g. the columns of plugins. */
export interface SignUpInput {
  readonly name?: string;
  readonly password?: string;
  readonly [column: string]: unknown;
}

export interface TestAuth<Plugins extends readonly AnyPlugin[], ClientPlugins extends readonly AnyClientPlugin[]>
  extends Visitor<ClientPlugins> {
  readonly auth: Auth<Plugins>;
  /** The only clock of the auth and its browsers. */
  readonly clock: Clock;
  readonly mailbox: Mailbox<EmailsOf<Plugins>>;
  /** The rows as they are stored. */
  readonly db: Adapter;
  /** What the auth has told its listeners, oldest first. */
  readonly events: readonly EventOf<Plugins>[];
  /** What it has logged: a test that expects no surprise expects this to be empty. */
  readonly logged: readonly LogEntry[];
  /** The `fetch` of `browser`. */
  readonly fetch: Browser["fetch"];
  /** Somebody else, at another browser. */
  visit(options?: { readonly ipAddress?: string }): Visitor<ClientPlugins>;
  /** Somebody who signs up, at a browser of their own. */
  signUp(email: string, input?: SignUpInput): Promise<SignedUp<Plugins, ClientPlugins>>;
}

const baseURL = "https://app.example.com";
const password = "correct horse battery staple";
/** As cheap as scrypt can be: tests prove what a password does, not how long it takes. */
const passwordHashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } };

/**
 * An auth ready to be used: in memory, over https, with a clock, a mailbox and a browser. No server, no waiting.
 *
 * @example
 * const { signUp, clock } = createTestAuth({ plugins: [username()], clientPlugins: [usernameClient()] });
 * const { client } = await signUp("ann@example.com", { username: "ann" });
 * clock.forward({ days: 8 });
 * expect((await client.getSession()).data).toBe(null);
 */
export function createTestAuth<
  const Plugins extends readonly AnyPlugin[] = readonly [],
  const ClientPlugins extends readonly AnyClientPlugin[] = readonly [],
>(options: TestAuthOptions<Plugins, ClientPlugins> = {}): TestAuth<Plugins, ClientPlugins> {
  const clock = createClock();
  const events: EventOf<Plugins>[] = [];
  const logged: LogEntry[] = [];
  const mailbox = createMailbox<EmailsOf<Plugins>>();
  const config = completeConfig(options, { clock, events, logged, mailbox });
  const auth = createAuth<Plugins>(config);

  const visit = ({ ipAddress = "203.0.113.7" } = {}): Visitor<ClientPlugins> => {
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
    signUp: (email, input = {}) => signUp<Plugins, ClientPlugins>(visit(), email, input),
  };
}

interface Recorders<Plugins extends readonly AnyPlugin[]> {
  readonly clock: Clock;
  readonly events: EventOf<Plugins>[];
  readonly logged: LogEntry[];
  readonly mailbox: Mailbox<EmailsOf<Plugins>>;
}

function completeConfig<Plugins extends readonly AnyPlugin[]>(
  { plugins, config = {} }: TestAuthOptions<Plugins, readonly AnyClientPlugin[]>,
  { clock, events, logged, mailbox }: Recorders<Plugins>,
): AuthConfig<Plugins> {
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
    // Tests ask a hundred times from one address: a limit is on where a test says so.
    rateLimit: { enabled: false, ...config.rateLimit },
    emailAndPassword: { enabled: true, passwordHashing, ...config.emailAndPassword },
    onEvent: async (event) => {
      events.push(event);
      await config.onEvent?.(event);
    },
  };
}

/** Signs up through the front door, as a browser does. */
async function signUp<Plugins extends readonly AnyPlugin[], ClientPlugins extends readonly AnyClientPlugin[]>(
  guest: Visitor<ClientPlugins>,
  email: string,
  input: SignUpInput,
): Promise<SignedUp<Plugins, ClientPlugins>> {
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
