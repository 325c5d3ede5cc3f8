import { planMigration } from "@keyhold/adapter-kysely";
import { createClient, OutcomeUnknown } from "./client.ts";
import { type RedisProcess, startRedis } from "./redis-process.ts";
import { newReport, type Report } from "./report.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";
import { limits, oneTimeTokens, organizations, type Run, readEverywhere, sessions } from "./scenarios.ts";
import { openServer, type ServerSetup } from "./server.ts";
import { type ServerProcesses, startServers } from "./server-processes.ts";

export interface SimulationSetup {
  readonly type: ServerSetup["type"];
  /** The URL of an empty database. */
  readonly place: string;
  readonly withRedis: boolean;
  /** How many scenarios the clients complete between two events. */
  readonly scenariosPerEvent: number;
}

export interface Simulation {
  readonly report: Report;
  readonly counts: ServerProcesses["counts"];
  readonly retried: number;
  readonly redisRestarts: number;
  readonly seconds: number;
}

const processes = 8;
const clients = 6;

/** Eight server processes behind a proxy, with traffic, while processes and the Redis are killed and started. */
export async function simulate(setup: SimulationSetup): Promise<Simulation> {
  const redis = setup.withRedis ? await startRedis() : null;
  const server = { type: setup.type, place: setup.place, redisUrl: redis?.url ?? null };
  await migrate(server);
  const proxy = await startRoundRobin();
  const servers = await startServers(processes, server, proxy);
  try {
    const startedAt = performance.now();
    const report = await runTraffic({ setup, proxy, servers, redis });
    const seconds = (performance.now() - startedAt) / 1000;
    return { report, counts: servers.counts, retried: proxy.retried(), redisRestarts: redis ? 1 : 0, seconds };
  } finally {
    await servers.stop();
    await proxy.close();
    await redis?.stop();
  }
}

async function migrate(setup: ServerSetup): Promise<void> {
  const { auth, database, client } = await openServer(setup);
  await (await planMigration(database, auth.schema)).apply();
  await database.close();
  client?.disconnect();
}

interface Parts {
  readonly setup: SimulationSetup;
  readonly proxy: RoundRobin;
  readonly servers: ServerProcesses;
  readonly redis: RedisProcess | null;
}

async function runTraffic({ setup, proxy, servers, redis }: Parts): Promise<Report> {
  const report = newReport();
  const client = createClient(proxy, report);
  const run: Run = { proxy, client, report, servers, acknowledged: [], limitStorages: 1 };
  const traffic = startTraffic(run);
  const someScenarios = (): Promise<void> => traffic.completed(setup.scenariosPerEvent);

  await someScenarios();
  for (let kills = 0; kills < 3; kills += 1) {
    await servers.replaceKilled();
    await someScenarios();
  }
  report.isRestarting = true;
  await servers.restartEach();
  report.isRestarting = false;
  await someScenarios();
  if (redis) await restartRedis(run, redis, someScenarios);
  await servers.replaceKilledTogether(3);
  await someScenarios();
  await traffic.stop();
  await checkAcknowledged(run);
  return report;
}

async function restartRedis(run: Run, redis: RedisProcess, someScenarios: () => Promise<void>): Promise<void> {
  run.limitStorages += 1;
  await redis.kill();
  await someScenarios();
  run.limitStorages += 1;
  await redis.start();
  await someScenarios();
}

interface Traffic {
  /** Resolves when this many further scenarios are completed. */
  completed(count: number): Promise<void>;
  stop(): Promise<void>;
}

function startTraffic(run: Run): Traffic {
  const { report } = run;
  let isOpen = true;
  const waiting = new Set<() => void>();
  const live = async (index: number): Promise<void> => {
    const scenarios = [sessions, organizations, oneTimeTokens, limits];
    for (let round = index; isOpen; round += 1) {
      try {
        await scenarios[round % scenarios.length]?.(run);
        report.completed += 1;
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error;
        report.interrupted += 1;
      }
      for (const notify of waiting) notify();
    }
  };
  const all = Promise.all(Array.from({ length: clients }, (_, index) => live(index)));
  const completed = (count: number): Promise<void> => {
    const end = report.completed + count;
    return new Promise((resolve) => {
      const notify = (): void => {
        if (report.completed < end) return;
        waiting.delete(notify);
        resolve();
      };
      waiting.add(notify);
    });
  };
  return {
    // An error of a client ends the wait.
    completed: (count) => Promise.race([completed(count), all.then(() => undefined)]),
    async stop() {
      isOpen = false;
      await all;
    },
  };
}

/** At the end, all writes with an answer are still there. */
async function checkAcknowledged(run: Run): Promise<void> {
  for (const { email, password, live, ended } of run.acknowledged) {
    const answer = await run.client.ask("/sign-in/email", { body: { email, password } });
    if (answer?.status !== 200) run.report.violations.push(`the last password of ${email}: ${answer?.status}`);
    for (const cookie of live) await readEverywhere(run, cookie, { isKnown: true, moment: "at the end" });
    for (const cookie of ended) await readEverywhere(run, cookie, { isKnown: false, moment: "at the end" });
  }
}
