import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../harness/sign-in-flow.ts";
import { events } from "./events.ts";
import { holders, type Probe } from "./holders.ts";
import { createWorld } from "./world.ts";

/** docs/security/what-ends-what.md: each cell of the table is what happens. */

const page = readFileSync(join(import.meta.dirname, "../../docs/security/what-ends-what.md"), "utf8");
const [head = [], ...rows] = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
const columns = head.slice(1);
const idp = useIdentityProvider();

/** What the event leaves of each thing, in the words of the page. */
async function outcomeOf(name: string): Promise<readonly string[]> {
  const event = events[name] ?? expect.fail(`No event is named "${name}".`);
  const world = await createWorld(idp(), { hasApp: event.hasApp ?? true });
  const probes: (Probe | null)[] = [];
  for (const column of columns) {
    const { needsApp = false, make } = holders[column] ?? expect.fail(`Nothing is named "${column}".`);
    probes.push(world.hasApp || !needsApp ? await make(world) : null);
  }
  await event.run(world);
  const outcome: string[] = [];
  for (const probe of probes) {
    if (probe) outcome.push((await probe(await world.test.fork())) ? "stays" : "ends");
    else outcome.push("–");
  }
  return outcome;
}

describe("the table of what ends what", () => {
  test("has each thing and each event", () => {
    expect(columns).toEqual(Object.keys(holders));
    expect(rows.map(([name]) => name)).toEqual(Object.keys(events));
  });

  test.each(rows)("says what an event leaves: %s", async (name = "", ...cells) => {
    const named = (values: readonly string[]) => columns.map((column, index) => `${column}: ${values[index]}`);
    expect(named(await outcomeOf(name))).toEqual(named(cells));
  });
});
