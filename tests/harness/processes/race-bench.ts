import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth, type EmailMessage } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { afterAll, beforeAll, expect } from "vitest";
import { type FreshDatabase, freshDatabase } from "../databases.ts";
import type { Services } from "../services.ts";
import { openDatabase } from "./open.ts";
import { raceConfig } from "./race-config.ts";
import type { RacedAnswer, RacedRequest, RequestSetup } from "./request-worker.ts";

export const callers = 16;
export const rounds = 50;
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
   * throws for a 5xx.
   */
  race(requests: readonly RacedRequest[]): Promise<readonly RacedAnswer[]>;
  /** Sends a request in this process; resolves after its emails are sent. */
  ask(path: string, body: unknown, cookie?: string): Promise<Response>;
  signUp(): Promise<Person>;
  /** One more process, to be killed at a step of its request. */
  startDying(step: number): Promise<ChildProcess>;
  /** How many have signed up. */
  made(): number;
  /** The secret in the newest email of a kind since the last sign-up. */
  tokenIn(kind: EmailMessage["kind"]): string;
}

export interface RaceSetup {
  readonly type: FreshDatabase["type"];
  readonly services: Services;
  readonly config: RequestSetup["config"];
  readonly plugins?: readonly AnyPlugin[];
}

/** Opens a bench before the tests of a suite and closes it after them; it is there while they run. */
export function useRaceBench({ type, services, config, plugins = [] }: RaceSetup): () => RaceBench {
  let opened: (RaceBench & { close(): Promise<void> }) | null = null;
  beforeAll(async () => {
    opened = await openBench({ type, services, config, plugins });
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error("The bench is not open.");
    return opened;
  };
}

async function openBench({ type, services, config, plugins = [] }: RaceSetup) {
  const fresh = await freshDatabase(type, services);
  const database: KyselyDatabase = openDatabase(fresh);
  let messages: EmailMessage[] = [];
  let made = 0;
  const auth = createAuth({ ...raceConfig, plugins, database, mail: (message) => void messages.push(message) });
  await (await planMigration(database, auth.schema)).apply();
  const setup: RequestSetup = { type, place: fresh.place, config };
  const workers = await Promise.all(Array.from({ length: type === "sqlite" ? 2 : 4 }, () => startWorker(setup)));

  async function ask(path: string, body: unknown, cookie = ""): Promise<Response> {
    const headers = { "content-type": "application/json", origin: raceConfig.baseURL, cookie };
    const url = `${raceConfig.baseURL}/api/auth${path}`;
    const response = await auth.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
    await auth.idle();
    return response;
  }

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
    if (!message || !("token" in message)) throw new Error(`No letter "${kind}" with a token was sent.`);
    return String(message.token);
  }

  return {
    db: database.connect(auth.schema),
    race: (requests: readonly RacedRequest[]) => race(workers, requests),
    ask,
    startDying: (step: number) => startWorker({ ...setup, dieAt: step }),
    signUp,
    made: () => made,
    tokenIn,
    async close() {
      for (const worker of workers) worker.kill("SIGKILL");
      await database.close();
      await fresh.drop();
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

async function race(
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
  expect(all.filter(({ status }) => status >= 500)).toEqual([]);
  return all;
}

export const every = (request: (caller: number) => RacedRequest): readonly RacedRequest[] =>
  Array.from({ length: callers }, (_, caller) => request(caller));

export const wins = (answers: readonly RacedAnswer[]): number => answers.filter(({ status }) => status < 300).length;

/** Every error code of the answers. */
export const failures = (answers: readonly RacedAnswer[]): readonly (string | null)[] =>
  [...new Set(answers.filter(({ status }) => status >= 300).map(({ code }) => code))].sort();

export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(";")))
    .join("; ");
