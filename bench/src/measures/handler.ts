import type { Arena } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { CallKind, HandlerMethods } from "../children/handler.ts";
import type { ContenderName } from "../contenders/contender.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, type Spread, spread } from "../statistics.ts";

type Sample = Awaited<ReturnType<HandlerMethods["time"]>>;

const callKinds = ["handler", "exchange", "api"] as const satisfies readonly CallKind[];

/** `handler(request)` and the server-side call without a network, in alternating batches of separate processes. */
export async function measureHandler(arena: Arena): Promise<Section[]> {
  const names = arena.names.filter((name) => name !== "floor");
  const children = new Map<ContenderName, Child<HandlerMethods>>();
  for (const name of names) {
    const { file } = await arena.prepared(name);
    children.set(name, await startChild<HandlerMethods>("handler", [name, file]));
  }
  const measure = async (by: CallKind): Promise<Partial<Record<ContenderName, Sample[]>>> => {
    const time = async (name: ContenderName, count: number): Promise<Sample> => {
      const { cookies } = await arena.prepared(name);
      return (children.get(name) as Child<HandlerMethods>).call("time", {
        by,
        cookies,
        count,
      });
    };
    for (const name of names) await time(name, arena.scale.warmUpRequests);
    // Twice the rounds of a network measure: a batch takes less than a second.
    return interleave(arena.scale.rounds * 2, names, (name) => time(name, arena.scale.handlerCalls));
  };
  const samples = {
    handler: await measure("handler"),
    exchange: await measure("exchange"),
    api: await measure("api"),
  };
  for (const child of children.values()) await child.stop();
  return [describe(names, samples)];
}

function describe(
  names: readonly ContenderName[],
  samples: Record<CallKind, Partial<Record<ContenderName, Sample[]>>>,
): Section {
  const column = (by: CallKind, name: ContenderName, key: keyof Sample): number[] =>
    (samples[by][name] ?? []).map((each) => each[key]);
  const against = (by: CallKind, name: ContenderName): Spread =>
    ratio(column(by, name, "cpuMicros"), column(by, "floor-fetch", "cpuMicros"));
  return {
    title: "get-session in process",
    note: "Microseconds per call. `handler` is the call alone: the `Request` exists before the clock starts and the body is not read. `exchange` includes both. `api` is the server-side call with headers, without `Request` and `Response`.",
    head: ["", ...callKinds.flatMap((by) => [`\`${by}\` CPU µs`, "× floor-fetch", "by the clock"])],
    rows: names.map((name) => [
      name,
      ...callKinds.flatMap((by) => [
        showSpread(spread(column(by, name, "cpuMicros"))),
        showSpread(against(by, name)),
        showSpread(spread(column(by, name, "wallMicros"))),
      ]),
    ]),
    lines: [
      {
        text: "`handler(request)` in process, CPU: keyhold ÷ floor-fetch",
        limit: 1.4,
        direction: "at most",
        measured: names.includes("keyhold") ? against("handler", "keyhold") : null,
      },
    ],
  };
}
