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
import { type FreshDatabase, freshDatabase, type RaceType } from "../../../../tests/harness/databases.ts";
import { openDatabase, placeFor } from "../../../../tests/harness/processes/open.ts";
import {
  expectCount,
  type Insisted,
  insist,
  insisting,
  insistingReads,
  startOutages,
  survivingPlace,
  unknowns,
  untilAnswered,
} from "../../../../tests/harness/processes/outages.ts";
import { processesOn, turned } from "../../../../tests/harness/processes/race-bench.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import type { Services } from "../../../../tests/harness/services.ts";
import { type RaceProvider, socialRaceConfig } from "./race-config.ts";
import type { SocialAnswer, SocialSetup } from "./worker.ts";

export const callers = 16;
export const password = "a right password";
export type Raced = SocialAnswer & Insisted;
export type ProviderName = "google" | "example";

/** Several server processes on a single database, a provider, and browsers that run flows. */
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
  race(requests: readonly RacedRequest[]): Promise<readonly Raced[]>;
  ask(worker: ChildProcess, requests: readonly RacedRequest[]): Promise<readonly SocialAnswer[]>;
  startWorker(change?: { readonly dieAt?: number }): Promise<ChildProcess>;
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
export function useSocialBench(type: RaceType, services: Services, options: BenchOptions = {}): () => SocialBench {
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
    await startOutages();
  });
  afterEach(() => parts?.idp.recover());
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await parts?.auth.idle();
    await parts?.idp.stop();
    await parts?.database.close();
    if (parts) await untilAnswered(parts.fresh.drop);
  });
  return () => {
    if (!bench) throw new Error("The bench is made before the first test.");
    return bench;
  };
}

async function openParts(type: RaceType, services: Services, options: BenchOptions): Promise<Parts> {
  const idp = await startIdentityProvider();
  const fresh = await untilAnswered(() => freshDatabase(type, services));
  const database = openDatabase({ ...fresh, place: survivingPlace(fresh) });
  const auth = createAuth({ ...socialRaceConfig({ ...placeOf(idp), ...options }), database });
  await untilAnswered(async () => (await planMigration(database, auth.schema)).apply());
  return { fresh, database, idp, auth, db: insistingReads(database.connect(auth.schema)) };
}

const placeOf = ({ origin, clientId, clientSecret }: IdentityProvider): RaceProvider => ({
  origin,
  clientId,
  clientSecret,
});

interface Workers {
  readonly type: RaceType;
  readonly children: ChildProcess[];
  readonly options: BenchOptions;
}

/** The server processes, and the function that sends them requests. */
async function openWorkers(
  { fresh, idp }: Pick<Parts, "fresh" | "idp">,
  { type, children, options }: Workers,
): Promise<Pick<SocialBench, "startWorker" | "ask" | "race">> {
  let started = 0;
  const startWorker: SocialBench["startWorker"] = async ({ dieAt = 0 } = {}) => {
    const provider = { ...placeOf(idp), ...options };
    const setup: SocialSetup = { type: fresh.type, place: placeFor(fresh, started), provider, dieAt };
    started += 1;
    const worker = fork(join(import.meta.dirname, "worker.ts"), [JSON.stringify(setup)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    children.push(worker);
    await once(worker, "message");
    return worker;
  };
  const workers = await Promise.all(Array.from({ length: processesOn(type) }, () => startWorker()));

  const ask: SocialBench["ask"] = async (worker, requests) => {
    worker.send(requests);
    const [answered] = await once(worker, "message");
    return answered as readonly SocialAnswer[];
  };
  async function send(requests: readonly RacedRequest[], turn: number): Promise<readonly SocialAnswer[]> {
    const hands = workers.map((_, hand) => requests.filter((_, index) => index % workers.length === hand));
    const answers = await Promise.all(turned(workers, turn).map((worker, hand) => ask(worker, hands[hand] ?? [])));
    const dealt = requests.map((_, index) => answers[index % workers.length]?.[Math.floor(index / workers.length)]);
    const all = dealt.filter((answer) => answer !== undefined);
    expect(all).toHaveLength(requests.length);
    return all;
  }
  const race: SocialBench["race"] = async (requests) => {
    const all = await insist(requests, send);
    expect(all.filter(({ status, error }) => status >= 500 || error === "internal_server_error")).toEqual([]);
    return all;
  };
  return { startWorker, ask, race };
}

type Browsers = Pick<SocialBench, "browser" | "newPerson" | "signUp" | "goThere" | "signIn">;

function openBrowsers({ idp, auth }: Pick<Parts, "idp" | "auth">): Browsers {
  let made = 0;
  const handler = insisting(auth.handler);
  const browser = (): Browser => createBrowser({ handler }, { baseURL: raceConfig.baseURL });
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

const isLanded = ({ location, error }: SocialAnswer): boolean =>
  (location?.endsWith("/home") ?? false) && error === null;

/** The flows that succeeded. */
export const landed = <A extends SocialAnswer>(answers: readonly A[]): readonly A[] => answers.filter(isLanded);

/** The flows that were refused in an outage, and may have succeeded nevertheless; each consumes the state. */
export const lost = (answers: readonly Raced[]): number =>
  unknowns(answers.map((answer) => ({ ...answer, isWin: isLanded(answer) })));

/** Expects this number of flows that succeeded; during outages refused flows may have succeeded, too. */
export const expectLanded = (answers: readonly Raced[], count: number): void =>
  expectCount(landed(answers).length, count, lost(answers));

/** The answers without an earlier refusal. */
export const answeredAtOnce = (answers: readonly Raced[]): readonly Raced[] =>
  answers.filter(({ refusals = 0 }) => refusals === 0);

interface RowsAfter {
  readonly answers: readonly Raced[];
  readonly accounts: readonly string[];
}

/** Expects a single user with these accounts, and a session per successful flow; a lost flow may be without rows. */
export function expectRows(rows: Awaited<ReturnType<SocialBench["rowsOf"]>>, { answers, accounts }: RowsAfter): void {
  const [sure, unsure] = [landed(answers).length, lost(answers)];
  if (unsure === 0) expect(rows).toMatchObject({ users: 1, accounts });
  else expect(accounts).toEqual(expect.arrayContaining([...rows.accounts]));
  expect(rows.users).toBeLessThanOrEqual(1);
  if (sure > 0) expect(rows.users).toBe(1);
  expectCount(sure, rows.sessions, unsure);
}

/** The error codes of the flows that failed, without duplicates. */
export const failures = (answers: readonly SocialAnswer[]): readonly string[] =>
  [...new Set(answers.flatMap(({ error, code }) => error ?? code ?? []))].sort();

export const hasSession = ({ cookies }: SocialAnswer): boolean =>
  cookies.some((line) => /session_token=[^;]/.test(line));
