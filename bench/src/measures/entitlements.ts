import type { Arena } from "../arena.ts";
import { type Child, startChild } from "../calls.ts";
import type { EntitlementMethods, Timed } from "../children/entitlements.ts";
import { type EntitlementContenderName, entitlementContenderNames } from "../contenders/entitlements/contender.ts";
import type { KeyPlace } from "../contenders/keys/contender.ts";
import { emptyPlace, onEachDatabase, removePlace } from "../places.ts";
import { type Section, showSpread } from "../report/section.ts";
import { interleave } from "../rounds.ts";
import { ratio, spread } from "../statistics.ts";

const callers = 32;

type Samples = Record<EntitlementContenderName, number[]>;

/** Questions for an entitlement and tracked uses, by 32 callers on SQLite and, with `TEST_POSTGRES_URL`, on PostgreSQL. */
export const measureEntitlements = (arena: Arena): Promise<Section[]> =>
  onEachDatabase((database) => measureOn(arena, database));

async function measureOn({ scale }: Arena, database: KeyPlace["database"]): Promise<Section> {
  const children = new Map<EntitlementContenderName, Child<EntitlementMethods>>();
  const places: string[] = [];
  for (const name of entitlementContenderNames) {
    const place = await emptyPlace(database, `entitlements_${name}`);
    places.push(place);
    const child = await startChild<EntitlementMethods>("entitlements", [name, database, place]);
    children.set(name, child);
    await child.call("prepare", callers);
  }
  const samplesOf = async (method: Timed["method"]): Promise<Samples> => {
    const time = (name: EntitlementContenderName): Promise<number> =>
      (children.get(name) as Child<EntitlementMethods>).call("time", {
        method,
        callers,
        count: scale.handlerCalls * 4,
      });
    for (const name of entitlementContenderNames) await time(name);
    return interleave(scale.rounds, entitlementContenderNames, time);
  };
  const asked = await samplesOf("ask");
  const used = await samplesOf("use");
  for (const child of children.values()) {
    await child.call("close");
    await child.stop();
  }
  for (const place of places) await removePlace(database, place);
  return describe(database, asked, used);
}

function describe(database: KeyPlace["database"], asked: Samples, used: Samples): Section {
  const lineOf = (what: string, samples: Samples, limit: number) => ({
    text: `${what} per second on ${database}, ${callers} callers: keyhold ÷ floor`,
    limit,
    direction: "at least" as const,
    measured: ratio(samples.keyhold, samples.floor),
  });
  return {
    title: `Entitlements and usage on ${database}`,
    note: `Calls per second in process, by ${callers} callers who each call again when answered. \`floor\` reads one row, or inserts one row, by a prepared statement. The payments provider answers at once.`,
    head: ["", "has/s", "÷ floor", "track/s", "÷ floor"],
    rows: entitlementContenderNames.map((name) => [
      name,
      showSpread(spread(asked[name])),
      showSpread(ratio(asked[name], asked.floor)),
      showSpread(spread(used[name])),
      showSpread(ratio(used[name], used.floor)),
    ]),
    lines: [lineOf("has", asked, 0.9), lineOf("track", used, 0.8)],
  };
}
