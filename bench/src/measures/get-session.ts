import type { Arena, Server } from "../arena.ts";
import type { ContenderName } from "../contenders/contender.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

interface Sample {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly loadShare: number;
}

const concurrencies = [1, 32] as const;

/** get-session over HTTP, one section per concurrency. */
export async function measureGetSession(arena: Arena): Promise<Section[]> {
  const servers = new Map<ContenderName, Server>();
  for (const name of arena.names) {
    const server = await arena.startServer(name);
    const { cookies } = await arena.prepared(name);
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
  const sections: Section[] = [];
  for (const concurrency of concurrencies) {
    const samples = await interleave(arena.scale.rounds, arena.names, (name) =>
      sample(arena, name, servers.get(name) as Server, concurrency),
    );
    sections.push(describe(arena.names, concurrency, samples));
  }
  for (const server of servers.values()) await server.stop();
  return sections;
}

async function sample(arena: Arena, name: ContenderName, server: Server, concurrency: number): Promise<Sample> {
  const { cookies } = await arena.prepared(name);
  const seconds = arena.scale.getSessionSeconds;
  const cpuBefore = await server.call("cpuMs");
  const result = await arena.load.call("getSessions", {
    port: server.port,
    cookies,
    concurrency,
    seconds,
  });
  const cpuMs = (await server.call("cpuMs")) - cpuBefore;
  return {
    ...result,
    perSecond: result.requests / result.seconds,
    cpuMicros: (cpuMs * 1000) / result.requests,
  };
}

function describe(
  names: readonly ContenderName[],
  concurrency: number,
  samples: Record<ContenderName, Sample[]>,
): Section {
  const column = (name: ContenderName, key: keyof Sample): number[] => samples[name].map((each) => each[key]);
  const against = (name: ContenderName, reference: ContenderName, key: keyof Sample): Spread =>
    ratio(column(name, key), column(reference, key));
  const rows = names.map((name) => [
    name,
    showSpread(spread(column(name, "cpuMicros"))),
    showSpread(against(name, "floor-fetch", "cpuMicros")),
    showSpread(spread(column(name, "perSecond"))),
    showSpread(against(name, "floor-fetch", "perSecond")),
    showSpread(spread(column(name, "p50Ms"))),
    showSpread(spread(column(name, "p99Ms"))),
    showSpread(spread(column(name, "loadShare"))),
  ]);
  const throughput = (reference: ContenderName): Spread | null =>
    names.includes("keyhold") ? against("keyhold", reference, "perSecond") : null;
  const isLoaded = concurrency > 1;
  return {
    title: `get-session over HTTP, ${concurrency} ${isLoaded ? "connections" : "connection"}`,
    note: "A closed loop of keep-alive connections. “Load” is the share of a core used by the load process: if it is near 1, the load limits requests per second, and only the CPU column shows the difference.",
    head: ["", "CPU µs/request", "× floor-fetch", "requests/s", "× floor-fetch", "p50 ms", "p99 ms", "load"],
    rows,
    lines: isLoaded
      ? [
          {
            text: "get-session, requests/s: keyhold ÷ better-auth",
            limit: 5,
            direction: "at least",
            measured: throughput("better-auth"),
          },
          {
            text: "get-session, requests/s: keyhold ÷ floor-fetch",
            limit: 1,
            direction: "at least",
            measured: throughput("floor-fetch"),
          },
          {
            text: "get-session, requests/s: keyhold ÷ floor, the bare node:http",
            limit: 0.62,
            direction: "at least",
            measured: throughput("floor"),
          },
        ]
      : [],
  };
}
