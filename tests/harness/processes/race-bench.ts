import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { type AuthConfig, createAuth, type EmailMessage } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { afterAll, beforeAll, expect } from "vitest";
import { freshDatabase, type RaceType } from "../databases.ts";
import type { Services } from "../services.ts";
import { openDatabase, placeFor } from "./open.ts";
import {
  expectCount,
  hasOutages,
  type Insisted,
  insist,
  insisting,
  insistingReads,
  missingEmail,
  startOutages,
  survivingPlace,
  unknowns,
  untilAnswered,
} from "./outages.ts";
import { raceConfig } from "./race-config.ts";
import { racePlugins } from "./race-plugins.ts";
import type { RacedAnswer, RacedRequest, RequestSetup } from "./request-worker.ts";

export const callers = 16;
export const password = "a right password";

/** A new user, and the cookie of the user's browser. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
}

/** An auth in this process, and the same in several others over one database. */
export interface RaceBench {
  readonly db: Adapter;
  /**
   * Sends all requests at once, distributed over the processes in turn; answers in the order of the requests, and
   * throws for a 5xx. During outages a refused request is sent again, to another process.
   */
  race(requests: readonly RacedRequest[]): Promise<readonly Raced[]>;
  /** The same without a look at the answers. */
  send(requests: readonly RacedRequest[]): Promise<readonly RacedAnswer[]>;
  /** Sends a request in this process; resolves after its emails are sent. */
  ask(path: string, body: unknown, cookie?: string): Promise<Response>;
  /** Opens a page in this process. */
  open(path: string, cookie: string): Promise<Response>;
  signUp(): Promise<Person>;
  /** One more process, to be killed at a step of its request. */
  startDying(step: number): Promise<ChildProcess>;
  /** How many have signed up. */
  made(): number;
  /** The token or the code in the newest email of a kind since the last sign-up. */
  tokenIn(kind: EmailMessage["kind"]): string;
}

export type Raced = RacedAnswer & Insisted;

export interface RaceSetup {
  readonly type: RaceType;
  readonly services: Services;
  readonly config: RequestSetup["config"];
  /** How this process hashes passwords, as before the app changed it. */
  readonly passwordHashing?: PasswordHashing;
  /** Whether clients without cookies may call. Default false. */
  readonly bearer?: boolean;
  /** Whether limits are counted in the database. Default false: in each process. */
  readonly countsInDatabase?: boolean;
  /** Where the provider of a CAPTCHA checks responses. */
  readonly verifyURL?: () => string;
  /** How many processes answer. Default: `processesOn(type)`. */
  readonly processes?: number;
}

/**
 * One for each node of Galera. An odd number: callers with different requests take turns by 2 or 4, and each process
 * gets some of each. SQLite has one writer. During outages one of four processes has the lost node.
 */
export function processesOn(type: RaceType): number {
  if (hasOutages) return 4;
  return type === "sqlite" ? 2 : 3;
}

type PasswordHashing = NonNullable<NonNullable<AuthConfig["emailAndPassword"]>["passwordHashing"]>;

/** Opens a bench before the tests of a suite and closes it after them; it is there while they run. */
export function useRaceBench(setup: RaceSetup): () => RaceBench {
  let opened: (RaceBench & { close(): Promise<void> }) | null = null;
  beforeAll(async () => {
    opened = await openBench(setup);
    await startOutages();
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error("The bench is not open.");
    return opened;
  };
}

async function openBench({ type, services, config, passwordHashing, bearer, processes, ...more }: RaceSetup) {
  const { countsInDatabase } = more;
  const verifyURL = more.verifyURL?.();
  const fresh = await untilAnswered(() => freshDatabase(type, services));
  const database: KyselyDatabase = openDatabase({ ...fresh, place: survivingPlace(fresh) });
  let messages: EmailMessage[] = [];
  let made = 0;
  const emailAndPassword = { ...raceConfig.emailAndPassword, ...(passwordHashing && { passwordHashing }) };
  const mail = (message: EmailMessage): void => void messages.push(message);
  const session = { bearer: bearer ?? false };
  const rateLimit = { ...raceConfig.rateLimit, ...(countsInDatabase && { storage: "database" as const }) };
  const plugins = await racePlugins[config](verifyURL);
  const auth = createAuth({ ...raceConfig, session, rateLimit, emailAndPassword, plugins, database, mail });
  await untilAnswered(async () => (await planMigration(database, auth.schema)).apply());
  const handler = insisting(auth.handler);
  const setupOf = (worker: number): RequestSetup => ({
    type: fresh.type,
    place: placeFor(fresh, worker),
    config,
    bearer,
    countsInDatabase,
    verifyURL,
  });
  const workers = await Promise.all(
    Array.from({ length: processes ?? processesOn(type) }, (_, worker) => startWorker(setupOf(worker))),
  );

  async function ask(path: string, body: unknown, cookie = ""): Promise<Response> {
    const headers = { "content-type": "application/json", origin: raceConfig.baseURL, cookie };
    const url = `${raceConfig.baseURL}/api/auth${path}`;
    const response = await handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
    await auth.idle();
    return response;
  }

  const open = (path: string, cookie: string): Promise<Response> =>
    handler(new Request(`${raceConfig.baseURL}/api/auth${path}`, { headers: { cookie } }));

  async function signUp(): Promise<Person> {
    made += 1;
    messages = [];
    const email = `person${made}@example.com`;
    const response = await ask("/sign-up/email", { name: "Ada", email, password });
    expect(response.status).toBe(200);
    const { user } = await response.json();
    return { id: user.id, email, cookie: cookieOf(response) };
  }

  function tokenIn(kind: EmailMessage["kind"]): string {
    const message = messages.findLast((one) => one.kind === kind);
    if (message && "token" in message) return String(message.token);
    if (message && "code" in message) return String(message.code);
    throw missingEmail(kind);
  }

  return {
    db: insistingReads(database.connect(auth.schema)),
    async race(requests: readonly RacedRequest[]) {
      const answers = await insist(requests, (some, turn) => send(turned(workers, turn), some));
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      return answers;
    },
    send: (requests: readonly RacedRequest[]) => send(workers, requests),
    ask,
    open,
    startDying: (step: number) => startWorker({ ...setupOf(1), dieAt: step }),
    signUp,
    made: () => made,
    tokenIn,
    async close() {
      for (const worker of workers) worker.kill("SIGKILL");
      await database.close();
      await untilAnswered(fresh.drop);
    },
  };
}

async function startWorker(setup: RequestSetup): Promise<ChildProcess> {
  const worker = fork(join(import.meta.dirname, "request-worker.ts"), [JSON.stringify(setup)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const died = once(worker, "exit").then(() => Promise.reject(new Error("A process of the race did not start.")));
  await Promise.race([once(worker, "message"), died]);
  died.catch(() => undefined);
  return worker;
}

async function send(
  workers: readonly ChildProcess[],
  requests: readonly RacedRequest[],
): Promise<readonly RacedAnswer[]> {
  const answers = await Promise.all(
    workers.map(async (worker, hand) => {
      worker.send(requests.filter((_, index) => index % workers.length === hand));
      const [answered] = await once(worker, "message");
      return answered as readonly RacedAnswer[];
    }),
  );
  const dealt = requests.map((_, index) => answers[index % workers.length]?.[Math.floor(index / workers.length)]);
  const all = dealt.filter((answer) => answer !== undefined);
  expect(all).toHaveLength(requests.length);
  return all;
}

/** The processes in another order: the first request of a turn goes to another one. */
export const turned = <T>(all: readonly T[], turn: number): readonly T[] => {
  const first = turn % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
};

export const every = <T = RacedRequest>(request: (caller: number) => T): readonly T[] =>
  Array.from({ length: callers }, (_, caller) => request(caller));

export const wins = (answers: readonly RacedAnswer[]): number => answers.filter(({ status }) => status < 300).length;

/** Expects this number of successes; during outages refused requests may have succeeded, too. */
export function expectWins(answers: readonly Raced[], count: number): void {
  expectCount(wins(answers), count, unknownWins(answers));
}

/** The failures of which an earlier try, that was refused, may have succeeded. */
export const unknownWins = (answers: readonly Raced[]): number =>
  unknowns(answers.map((answer) => ({ ...answer, isWin: answer.status < 300 })));

/** The callers that succeeded, and during outages also those that may have. */
export const possibleWinners = (answers: readonly Raced[]): readonly number[] => {
  const won = answers.flatMap(({ status }, caller) => (status < 300 ? [caller] : []));
  return won.length > 0 ? won : answers.flatMap(({ refusals = 0 }, caller) => (refusals > 0 ? [caller] : []));
};

/** Every error code of the answers. */
export const failures = (answers: readonly RacedAnswer[]): readonly (string | null)[] =>
  [...new Set(answers.filter(({ status }) => status >= 300).map(({ code }) => code))].sort();

export const cookieOf = (response: Response): string => cookiesIn(response.headers.getSetCookie());

export const cookiesIn = (lines: readonly string[]): string =>
  lines.map((line) => line.slice(0, line.indexOf(";"))).join("; ");
