import type { Arena } from "../arena.ts";
import { startChild } from "../calls.ts";
import type { HandlerMethods } from "../children/handler.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, spread } from "../statistics.ts";

/** MiB per semi-space: room for every allocation of a batch, so all are counted before a collection. */
const youngGenerationMiB = 512;
const nodeFlags = [
  "--expose-gc",
  `--min-semi-space-size=${youngGenerationMiB}`,
  `--max-semi-space-size=${youngGenerationMiB}`,
];

/** Bytes of garbage per get-session. */
export async function measureGarbage(arena: Arena): Promise<Section[]> {
  const names = arena.names.filter((name) => name !== "floor");
  const samples = await interleave(arena.scale.garbageRounds, names, async (name) => {
    const { file, cookies } = await arena.prepared(name);
    const child = await startChild<HandlerMethods>("handler", [name, file], nodeFlags);
    const count = arena.scale.garbageCalls;
    const handler = await child.call("allocated", {
      by: "handler",
      cookies,
      count,
    });
    const api = await child.call("allocated", { by: "api", cookies, count });
    await child.stop();
    const kib = (each: typeof handler): number => (each.heapBytes + Math.max(0, each.externalBytes)) / 1024;
    return { handler: kib(handler), api: kib(api) };
  });
  const column = (name: (typeof names)[number], by: "handler" | "api"): number[] =>
    samples[name].map((each) => each[by]);
  return [
    {
      title: "Garbage per get-session",
      note: `Growth of the heap (and of memory outside it) over ${arena.scale.garbageCalls} calls in a young generation of ${youngGenerationMiB} MiB; an observer asserts that no collection ran meanwhile, so every byte allocated is counted. The \`Request\` is not.`,
      head: ["", "`handler` KiB", "× floor-fetch", "`api` KiB", "× floor-fetch"],
      rows: names.map((name) => [
        name,
        ...(["handler", "api"] as const).flatMap((by) => [
          showSpread(spread(column(name, by))),
          showSpread(ratio(column(name, by), column("floor-fetch", by))),
        ]),
      ]),
      lines: [
        {
          text: "garbage per `handler(request)`, KiB: keyhold",
          limit: 20,
          direction: "at most",
          measured: names.includes("keyhold") ? spread(column("keyhold", "handler")) : null,
        },
      ],
    },
  ];
}
