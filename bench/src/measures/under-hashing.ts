import { availableParallelism } from "node:os";
import type { Arena, Server } from "../arena.ts";
import type { ContenderName } from "../contenders/contender.ts";
import type { UnderHashingResult } from "../load/under-hashing.ts";
import { type Line, type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

const signInLoops = 16;
const sessionsPerSecond = 200;
const connections = 16;
const cappedHashes = Math.max(1, availableParallelism() - 1);

const subjects = {
  "floor, uncapped": {
    contender: "floor",
    hashesAtOnce: Number.POSITIVE_INFINITY,
  },
  "floor, capped": { contender: "floor", hashesAtOnce: cappedHashes },
  "better-auth": {
    contender: "better-auth",
    hashesAtOnce: Number.POSITIVE_INFINITY,
  },
  keyhold: { contender: "keyhold", hashesAtOnce: Number.POSITIVE_INFINITY },
} as const satisfies Record<string, { contender: ContenderName; hashesAtOnce: number }>;
type SubjectName = keyof typeof subjects;
const paces = ["steady", "closed"] as const;
type TimingEqualizer = (typeof paces)[number];
const p99 = { steady: "steadyP99Ms", closed: "closedP99Ms" } as const;

/** The latency of get-session during continuous sign-ins of sixteen users. */
export async function measureUnderHashing(arena: Arena): Promise<Section[]> {
  const names = (Object.keys(subjects) as SubjectName[]).filter((name) =>
    arena.names.includes(subjects[name].contender),
  );
  const servers = new Map<SubjectName, Server>();
  for (const name of names) {
    const { contender, hashesAtOnce } = subjects[name];
    const server = await arena.startServer(contender, "own", hashesAtOnce);
    const { cookies } = await arena.prepared(contender);
    const requests = arena.scale.warmUpRequests;
    await arena.load.call("getSessions", {
      port: server.port,
      cookies,
      concurrency: 8,
      seconds: 60,
      requests,
    });
    servers.set(name, server);
  }
  const shape = {
    signInLoops,
    sessionsPerSecond,
    connections,
    seconds: arena.scale.underHashingSeconds,
  };
  const samples = await interleave(arena.scale.underHashingRounds, names, async (name) => {
    const { cookies, people } = await arena.prepared(subjects[name].contender);
    const { port } = servers.get(name) as Server;
    return arena.load.call("getSessionsUnderHashing", {
      port,
      cookies,
      people,
      ...shape,
    });
  });
  for (const server of servers.values()) await server.stop();
  return [describe(names, samples)];
}

function describe(names: readonly SubjectName[], samples: Record<SubjectName, UnderHashingResult[]>): Section {
  const column = (name: SubjectName, key: keyof UnderHashingResult): number[] => samples[name].map((each) => each[key]);
  const against = (pace: TimingEqualizer, reference: SubjectName): Spread | null =>
    names.includes("keyhold") ? ratio(column("keyhold", p99[pace]), column(reference, p99[pace])) : null;
  return {
    title: `get-session while ${signInLoops} sign-ins run`,
    note: `Steady: ${sessionsPerSecond} get-sessions per second, timed from the moment each was due. Closed: ${connections} connections, each asking again as soon as it is answered. Both beside ${signInLoops} sign-ins in closed loops, each contender with its own hash (the floors with argon2id, “capped” with ${cappedHashes} at a time).`,
    head: ["", "steady p50 ms", "p99 ms", "closed p50 ms", "p99 ms", "sign-ins/s", "refused"],
    rows: names.map((name) => [
      name,
      ...(["steadyP50Ms", "steadyP99Ms", "closedP50Ms", "closedP99Ms", "signInsPerSecond"] as const).map((key) =>
        showSpread(spread(column(name, key))),
      ),
      String(column(name, "refused").reduce((sum, each) => sum + each, 0)),
    ]),
    lines: paces.flatMap((pace): Line[] => {
      const text = `p99 of get-session under sign-ins, ${pace}: keyhold ÷`;
      return [
        {
          text: `${text} uncapped floor`,
          limit: 1,
          direction: "at most",
          measured: against(pace, "floor, uncapped"),
        },
        {
          text: `${text} better-auth`,
          limit: 0.05,
          direction: "at most",
          measured: against(pace, "better-auth"),
        },
      ];
    }),
  };
}
