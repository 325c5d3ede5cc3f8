import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { type Browser, createBrowser } from "@keyhold/testing";
import { type IdentityProvider, type Person, startIdentityProvider } from "@keyhold/testing/identity-provider";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import type { Services } from "../../../../tests/harness/services.ts";
import { type RaceProvider, socialRaceConfig } from "./race-config.ts";
import type { SocialAnswer, SocialSetup } from "./worker.ts";

export const callers = 16;
export const password = "a right password";
export type ProviderName = "google" | "example";

/** Several server processes on one database, a provider, and browsers that run flows. */
export interface SocialBench {
  readonly idp: IdentityProvider;
  readonly db: Adapter;
  /** A new user of the provider. */
  newPerson(change?: Partial<Person>): Person;
  browser(): Browser;
  signUp(email: string): Promise<{ readonly id: string; readonly browser: Browser }>;
  /** Starts a flow and consents; answers the request of the callback. */
  goThere(as: Person, provider: ProviderName, from?: Browser, path?: string): Promise<RacedRequest>;
  /** The whole flow, in this process. */
  signIn(as: Person, provider: ProviderName, from?: Browser): Promise<Browser>;
  /** Sends all requests at once, distributed over the processes. The answers have the order of the requests. */
  race(requests: readonly RacedRequest[]): Promise<readonly SocialAnswer[]>;
  ask(worker: ChildProcess, requests: readonly RacedRequest[]): Promise<readonly SocialAnswer[]>;
  startWorker(change?: { readonly dieAt?: number; readonly timeoutSeconds?: number }): Promise<ChildProcess>;
  accountsOf(userId: string): Promise<readonly string[]>;
  /** The rows of the user with this email address. */
  rowsOf(email: string): Promise<{ users: number; accounts: readonly string[]; sessions: number; userId: string }>;
}

interface Parts {
  readonly fresh: FreshDatabase;
  readonly database: KyselyDatabase;
  readonly idp: IdentityProvider;
  readonly db: Adapter;
  readonly auth: ReturnType<typeof createAuth>;
}

export type BenchOptions = Pick<RaceProvider, "requireEmailVerification">;

/** A bench for a test file. Each test starts without faults of the provider. */
export function useSocialBench(
  type: FreshDatabase["type"],
  services: Services,
  options: BenchOptions = {},
): () => SocialBench {
  let parts: Parts | undefined;
  let bench: SocialBench | undefined;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    parts = await openParts(type, services, options);
    const { idp, db } = parts;
    bench = {
      idp,
      db,
      ...openBrowsers(parts),
      ...openRows(parts),
      ...(await openWorkers(parts, { type, children, options })),
    };
  });
  afterEach(() => parts?.idp.recover());
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await parts?.auth.idle();
    await parts?.idp.stop();
    await parts?.database.close();
    await parts?.fresh.drop();
  });
  return () => {
    if (!bench) throw new Error("The bench is made before the first test.");
    return bench;
  };
}

async function openParts(type: FreshDatabase["type"], services: Services, options: BenchOptions): Promise<Parts> {
  const idp = await startIdentityProvider();
  const fresh = await freshDatabase(type, services);
  const database = openDatabase(fresh);
  const auth = createAuth({ ...socialRaceConfig({ ...placeOf(idp), ...options }), database });
  await (await planMigration(database, auth.schema)).apply();
  return { fresh, database, idp, auth, db: database.connect(auth.schema) };
}

const placeOf = ({ origin, clientId, clientSecret }: IdentityProvider): RaceProvider => ({
  origin,
  clientId,
  clientSecret,
});

interface Workers {
  readonly type: FreshDatabase["type"];
  readonly children: ChildProcess[];
  readonly options: BenchOptions;
}

/** The server processes, and the function that sends them requests. */
async function openWorkers(
  { fresh, idp }: Pick<Parts, "fresh" | "idp">,
  { type, children, options }: Workers,
): Promise<Pick<SocialBench, "startWorker" | "ask" | "race">> {
  const startWorker: SocialBench["startWorker"] = async ({ dieAt = 0, timeoutSeconds } = {}) => {
    const provider = { ...placeOf(idp), ...options, timeoutSeconds };
    const setup: SocialSetup = { type, place: fresh.place, provider, dieAt };
    const worker = fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(worker);
    await once(worker, "message");
    return worker;
  };
  const workers = await Promise.all(Array.from({ length: type === "sqlite" ? 2 : 4 }, () => startWorker()));

  const ask: SocialBench["ask"] = async (worker, requests) => {
    worker.send(requests);
    const [answered] = await once(worker, "message");
    return answered as readonly SocialAnswer[];
  };
  const race: SocialBench["race"] = async (requests) => {
    const hands = workers.map((_, hand) => requests.filter((_, index) => index % workers.length === hand));
    const answers = await Promise.all(workers.map((worker, hand) => ask(worker, hands[hand] ?? [])));
    const dealt = requests.map((_, index) => answers[index % workers.length]?.[Math.floor(index / workers.length)]);
    const all = dealt.filter((answer) => answer !== undefined);
    expect(all).toHaveLength(requests.length);
    expect(all.filter(({ status, error }) => status >= 500 || error === "internal_server_error")).toEqual([]);
    return all;
  };
  return { startWorker, ask, race };
}

type Browsers = Pick<SocialBench, "browser" | "newPerson" | "signUp" | "goThere" | "signIn">;

function openBrowsers({ idp, auth }: Pick<Parts, "idp" | "auth">): Browsers {
  let made = 0;
  const browser = (): Browser => createBrowser(auth, { baseURL: raceConfig.baseURL });
  const goThere: SocialBench["goThere"] = async (as, provider, from = browser(), path = "/sign-in/social") => {
    const response = await from.post(path, { provider, callbackURL: "/home" });
    const { url } = (await response.json()) as { readonly url: string };
    const sent = await idp.authorize(url, { as });
    return { method: "GET", path: sent.url, cookie: from.cookies.header(sent.url) ?? "" };
  };
  return {
    browser,
    goThere,
    newPerson(change = {}) {
      made += 1;
      const email = `person${made}@example.com`;
      return { subject: `${1000 + made}`, email, emailVerified: true, name: "Ada", picture: null, ...change };
    },
    async signUp(email) {
      const from = browser();
      const response = await from.post("/sign-up/email", { name: "Ada", email, password });
      expect(response.status).toBe(200);
      return { id: (await response.json()).user.id, browser: from };
    },
    async signIn(as, provider, from = browser()) {
      const { path } = await goThere(as, provider, from);
      const response = await from.fetch(path);
      expect(response.headers.get("location")).toMatch(/\/home$/);
      return from;
    },
  };
}

function openRows({ db }: Pick<Parts, "db">): Pick<SocialBench, "accountsOf" | "rowsOf"> {
  const accountsOf: SocialBench["accountsOf"] = async (userId) => {
    const accounts = await db.list(accountModel, { userId }, { orderBy: "id", limit: 100 });
    return accounts.map(({ providerId }) => providerId).sort();
  };
  return {
    accountsOf,
    async rowsOf(email) {
      const users = await db.list(userModel, { email }, { orderBy: "id", limit: 100 });
      const userId = users[0]?.id ?? "";
      const sessions = await db.count(sessionModel, { userId });
      return { users: users.length, accounts: await accountsOf(userId), sessions, userId };
    },
  };
}

export const every = <T>(make: (caller: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: callers }, (_, caller) => make(caller)));

/** The flows that succeeded. */
export const landed = (answers: readonly SocialAnswer[]): readonly SocialAnswer[] =>
  answers.filter(({ location, error }) => location?.endsWith("/home") && error === null);

/** The error codes of the flows that failed, without duplicates. */
export const failures = (answers: readonly SocialAnswer[]): readonly string[] =>
  [...new Set(answers.flatMap(({ error, code }) => error ?? code ?? []))].sort();

export const hasSession = ({ cookies }: SocialAnswer): boolean =>
  cookies.some((line) => /session_token=[^;]/.test(line));
