import type { Arena } from "../arena.ts";
import { startChild } from "../calls.ts";
import type { RouterKind, RouterMethods } from "../children/router.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, spread } from "../statistics.ts";

const names: readonly RouterKind[] = ["map", "better-call, router only", "better-call, createEndpoint"];

/** What better-call's router adds to a request before and after the handler. */
export async function measureRouter({ scale }: Arena): Promise<Section[]> {
  const child = await startChild<RouterMethods>("router");
  const time = (by: RouterKind): Promise<number> => child.call("time", { by, count: scale.routerCalls });
  for (const name of names) await time(name);
  const samples = await interleave(scale.rounds, names, time);
  await child.stop();
  return [
    {
      title: "The door: better-call against a Map",
      note: "One `Request`, 32 routes, a handler that returns a ready `Response`, body parsing off. Keyhold uses the router only (decision 0003). The Map is keyed by method and pathname.",
      head: ["", "µs/request", "× map"],
      rows: names.map((name) => [
        name,
        showSpread(spread(samples[name])),
        showSpread(ratio(samples[name], samples.map)),
      ]),
      lines: [],
    },
  ];
}
