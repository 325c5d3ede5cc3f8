import type { Arena } from "../arena.ts";
import { startChild } from "../calls.ts";
import type { ImportCost, ImportMethods } from "../children/import.ts";
import type { ContenderName } from "../contenders/contender.ts";
import { type Line, type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

interface Start extends ImportCost {
  readonly firstAnswerMs: number;
}

interface Weight {
  readonly idleMiB: number;
  readonly busyMiB: number;
}

/** The time of a fresh process to load and to answer, and its memory before and after work. */
export async function measureStart(arena: Arena): Promise<Section[]> {
  const { names, scale, load } = arena;
  const starts = await interleave(scale.starts, names, async (name): Promise<Start> => {
    const importing = await startChild<ImportMethods>("import", [name]);
    const cost = await importing.call("cost");
    await importing.stop();
    const { cookies } = await arena.prepared(name);
    const startedAt = performance.now();
    const server = await arena.startServer(name);
    await load.call("getSessions", {
      port: server.port,
      cookies,
      concurrency: 1,
      seconds: 60,
      requests: 1,
    });
    const firstAnswerMs = performance.now() - startedAt;
    await server.stop();
    return { ...cost, firstAnswerMs };
  });
  const memory = await interleave(1, names, async (name): Promise<Weight> => {
    const { cookies } = await arena.prepared(name);
    const server = await arena.startServer(name);
    await load.call("getSessions", {
      port: server.port,
      cookies,
      concurrency: 1,
      seconds: 60,
      requests: 1,
    });
    const idleMiB = await server.call("residentMiB");
    await load.call("getSessions", {
      port: server.port,
      cookies,
      concurrency: 32,
      seconds: 600,
      requests: scale.memoryRequests,
    });
    const busyMiB = await server.call("residentMiB");
    await server.stop();
    return { idleMiB, busyMiB };
  });
  return [describe(names, { starts, memory, memoryRequests: scale.memoryRequests })];
}

interface Measured {
  readonly starts: Record<ContenderName, Start[]>;
  readonly memory: Record<ContenderName, Weight[]>;
  readonly memoryRequests: number;
}

function describe(names: readonly ContenderName[], { starts, memory, memoryRequests }: Measured): Section {
  const start = (name: ContenderName, key: keyof Start): number[] => starts[name].map((each) => each[key]);
  const weight = (name: ContenderName, key: keyof Weight): number[] => memory[name].map((each) => each[key]);
  const firstAnswer = (name: ContenderName): Spread =>
    ratio(start(name, "firstAnswerMs"), start("floor", "firstAnswerMs"));
  const idle = (name: ContenderName): Spread => ratio(weight(name, "idleMiB"), weight("floor", "idleMiB"));
  const line = (text: string, limit: number, measure: () => Spread): Line => ({
    text,
    limit,
    direction: "at most",
    measured: names.includes("keyhold") ? measure() : null,
  });
  return {
    title: "Start and weight",
    note: `Import: loading the server's entries, with organizations and user names where a contender has them, in a fresh process: CPU of all threads, and growth of the resident memory. First answer: from the start of the process to the first get-session, which includes Node's own start. Resident memory of a process of its own, idle after one answer and after ${memoryRequests.toLocaleString("en-US")} requests from 32 connections.`,
    head: [
      "",
      "import, CPU ms",
      "import, MiB",
      "first answer ms",
      "× floor",
      "idle MiB",
      "× floor",
      "after requests MiB",
    ],
    rows: names.map((name) => [
      name,
      ...[
        spread(start(name, "cpuMs")),
        spread(start(name, "mib")),
        spread(start(name, "firstAnswerMs")),
        firstAnswer(name),
        spread(weight(name, "idleMiB")),
        idle(name),
        spread(weight(name, "busyMiB")),
      ].map(showSpread),
    ]),
    lines: [
      line("import of core, node, sqlite, organization and username, CPU ms", 120, () =>
        spread(start("keyhold", "cpuMs")),
      ),
      line("import of the same, MiB", 45, () => spread(start("keyhold", "mib"))),
      line("first answer: keyhold ÷ floor", 2.2, () => firstAnswer("keyhold")),
      line("idle memory: keyhold ÷ floor", 1.35, () => idle("keyhold")),
    ],
  };
}
