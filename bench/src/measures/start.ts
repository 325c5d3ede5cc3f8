import type { Arena } from "../arena.ts";
import { startChild } from "../calls.ts";
import type { ImportMethods } from "../children/import.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, spread } from "../statistics.ts";

interface Start {
  readonly importMs: number;
  readonly firstAnswerMs: number;
}

/** How long a fresh process takes to load and to answer, and what it weighs before and after work. */
export async function measureStart(arena: Arena): Promise<Section[]> {
  const { names, scale, load } = arena;
  const starts = await interleave(scale.starts, names, async (name): Promise<Start> => {
    const importing = await startChild<ImportMethods>("import", [name]);
    const importMs = await importing.call("importMs");
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
    return { importMs, firstAnswerMs };
  });
  const memory = await interleave(1, names, async (name) => {
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
  const column = (name: (typeof names)[number], key: keyof Start): number[] => starts[name].map((each) => each[key]);
  return [
    {
      title: "Start and weight",
      note: `Import: loading the server's entries in a fresh process. First answer: from the start of the process to the first get-session, which includes Node's own start. Resident memory of a process of its own, idle after one answer and after ${scale.memoryRequests.toLocaleString("en-US")} requests from 32 connections.`,
      head: ["", "import ms", "first answer ms", "× floor-fetch", "idle MiB", "after requests MiB"],
      rows: names.map((name) => [
        name,
        showSpread(spread(column(name, "importMs"))),
        showSpread(spread(column(name, "firstAnswerMs"))),
        showSpread(ratio(column(name, "firstAnswerMs"), column("floor-fetch", "firstAnswerMs"))),
        ...memory[name].flatMap(({ idleMiB, busyMiB }) => [idleMiB.toFixed(0), busyMiB.toFixed(0)]),
      ]),
      lines: [],
    },
  ];
}
