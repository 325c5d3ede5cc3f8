import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { anonymous } from "@keyhold/anonymous";
import { apiKey } from "@keyhold/api-key";
import { billing, billingHandlers } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { proofOfWork } from "@keyhold/captcha/proof-of-work";
import { type Auth, type AuthConfig, type CoreEvent, createAuth, type LogEntry, type User } from "@keyhold/core";
import type { Adapter, Database } from "@keyhold/core/adapter";
import {
  type AnyPlugin,
  accountModel,
  type Row,
  sessionModel,
  userModel,
  verificationModel,
} from "@keyhold/core/plugin";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { devices } from "@keyhold/devices";
import { emailOtp } from "@keyhold/email-otp";
import { jwt } from "@keyhold/jwt";
import { magicLink } from "@keyhold/magic-link";
import { multiSession } from "@keyhold/multi-session";
import { nativeApps } from "@keyhold/native";
import { oneTimeToken } from "@keyhold/one-time-token";
import { organization } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { passkey } from "@keyhold/passkey";
import { phoneNumber } from "@keyhold/phone-number";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { twoFactor } from "@keyhold/two-factor";
import { username } from "@keyhold/username";
import { Browser } from "./browser.ts";
import { proving } from "./proving-provider.ts";

export const home = "http://localhost:3000";
export const secret = "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA";
export const password = "a right password";
export const alice = { name: "Alice", email: "alice@example.com", password };

/** A very cheap hash, made by one platform call on every platform. */
export const cheapHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } } as const;

type Plugins = readonly [ReturnType<typeof username>, ReturnType<typeof social>];

/** The app's registration at Google, for an identity provider of `@keyhold/testing`. */
const registration = { clientId: "example-client", clientSecret: "example-secret" };

/** An auth over a memory database, with access to its rows, log, events and clock. */
export interface App {
  readonly auth: Auth<Plugins>;
  /** The rows that the auth sees. */
  readonly db: Adapter;
  readonly logged: LogEntry[];
  readonly events: CoreEvent[];
  /** Moves the clock. */
  wait(seconds: number): void;
  now(): Date;
  browser(): Browser;
}

/** Options of the auth that a test changes. */
export type Changes = Partial<Omit<AuthConfig<Plugins>, "plugins" | "now">> & {
  /** Requests to Google. Default: it does not answer. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Every route, including those of organizations and administrators: they add columns that other tests do not expect.
   */
  readonly isWhole?: boolean;
};

const askNoServer = async (): Promise<never> => {
  throw new Error("There is no server here.");
};

const place = {};

/** All apps of tests have one secret: their databases count as one database. Of two, `createAuth` would warn. */
const inOnePlace = (database: Database): Database => Object.create(database, { place: { value: place } });

export function openApp({ fetch = askNoServer, isWhole = false, ...changes }: Changes = {}): App {
  const database: Database = changes.database ?? memory();
  const logged: LogEntry[] = [];
  const events: CoreEvent[] = [];
  let time = Date.parse("2026-01-05T12:00:00.000Z");
  const now = (): Date => new Date(time);
  const provider = isWhole ? proving(google(registration)) : google(registration);
  const plugins: Plugins = [username(), social({ providers: [provider], fetch })];
  const webhook = { secret: "of the provider, for tests only", handlers: billingHandlers() };
  // No test of these routes reaches the provider.
  const seller = polar({ accessToken: "of-the-provider-for-tests-only", baseURL: "http://127.0.0.1:9" });
  const further: readonly AnyPlugin[] = [
    organization(),
    teams(),
    admin(),
    twoFactor(),
    passkey({ signUp: true }),
    magicLink(),
    anonymous(),
    multiSession(),
    oneTimeToken(),
    devices(),
    jwt(),
    // Without token mode, which other tests do not expect.
    { ...deviceAuthorization({ clients: { cli: { name: "Example CLI" } } }), configErrors: [] },
    {
      ...nativeApps({ clients: { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } } }),
      configErrors: [],
    },
    apiKey(),
    billing({ webhook, provider: seller }),
    emailOtp(),
    phoneNumber(),
    // The route alone: tests of other routes solve no challenge.
    { ...proofOfWork({ effort: 10 }), hooks: {} },
  ];
  const auth = createAuth({
    secret,
    baseURL: home,
    // Tests of these plugins use their calls and columns by name.
    plugins: isWhole ? ([...plugins, ...further] as readonly AnyPlugin[] as Plugins) : plugins,
    log: (entry) => logged.push(entry),
    onEvent: (event) => void events.push(event),
    ...changes,
    // A test of limits switches both on.
    rateLimit: {
      enabled: false,
      ...(changes.rateLimit?.enabled ? {} : { wrongPasswords: false }),
      ...changes.rateLimit,
    },
    emailAndPassword: {
      enabled: true,
      passwordHashing: cheapHashing,
      passwordQueueSeconds: 60,
      ...changes.emailAndPassword,
    },
    database: inOnePlace(database),
    now,
  });
  return {
    auth,
    db: database.connect(auth.schema),
    logged,
    events,
    wait: (seconds) => {
      time += seconds * 1000;
    },
    now,
    browser: () => new Browser(auth.handler, changes.baseURL ?? home),
  };
}

/** The number of rows in each table that sign-in and sign-up write. */
export async function countRows({ db }: App): Promise<Readonly<Record<string, number>>> {
  return {
    users: await db.count(userModel, {}),
    accounts: await db.count(accountModel, {}),
    sessions: await db.count(sessionModel, {}),
  };
}

export const sessionsOf = ({ db }: App, userId: string): Promise<readonly Row<typeof sessionModel>[]> =>
  db.list(sessionModel, { userId }, { orderBy: "createdAt", limit: 100 });

export async function userByEmail({ db }: App, email = alice.email): Promise<User> {
  const user = await db.find(userModel, { email });
  if (!user) throw new Error(`No user has the address ${email}.`);
  return user;
}

export async function passwordHashOf({ db }: App, userId: string): Promise<string | null> {
  const account = await db.find(accountModel, { providerId: "credential", accountId: userId });
  return account?.password ?? null;
}

export async function replacePasswordHash({ db }: App, userId: string, hash: string): Promise<void> {
  const account = await db.find(accountModel, { providerId: "credential", accountId: userId });
  if (!account) throw new Error("There is no password to replace.");
  await db.transactionOn(userModel, userId, (tx, user) =>
    tx.update(accountModel, account.id, { password: hash }, user),
  );
}

export { accountModel, sessionModel, userModel, verificationModel };
