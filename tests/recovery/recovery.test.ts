import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../harness/sign-in-flow.ts";
import { attack, type Thing } from "./attacker.ts";
import { goals } from "./goals.ts";
import { createOwner, type Owner } from "./owner.ts";

/** docs/security/recovery.md: each cell of the table is what the holder reaches. */

const page = readFileSync(join(import.meta.dirname, "../../docs/security/recovery.md"), "utf8");
const [head = [], ...rows] = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
const columns = head.slice(2);
const idp = useIdentityProvider();

const owners = new Map<string, Promise<Owner>>();
function ownerOf(kind: string): Promise<Owner> {
  const owner = owners.get(kind) ?? createOwner(idp(), kind);
  owners.set(kind, owner);
  return owner;
}

/** What the holder of the things reaches, in the words of the page. */
async function outcomeOf(holder: string, kind: string): Promise<readonly string[]> {
  const owner = await ownerOf(kind);
  const things = holder.split(", ") as Thing[];
  const outcome: string[] = [];
  for (const column of columns) {
    const goal = goals[column] ?? expect.fail(`Nothing is named "${column}".`);
    if (await goal(await attack({ owner, things, waits: false }))) outcome.push("at once");
    else outcome.push((await goal(await attack({ owner, things, waits: true }))) ? "after 3 days" : "no");
  }
  return outcome;
}

describe("the table of who reaches what", () => {
  test("has each thing and each goal", () => {
    expect(columns).toEqual(Object.keys(goals));
    const alone = rows.map(([holder]) => holder).filter((holder) => !holder?.includes(","));
    const things = [
      "password",
      "mailbox",
      "previous mailbox",
      "session",
      "app",
      "passkey",
      "backup codes",
      "database copy",
    ];
    expect([...new Set(alone)]).toEqual(things);
  });

  test("lets no one who has more reach less", () => {
    const words = ["no", "after 3 days", "at once"];
    const parsed = rows.map(([holder = "", kind, ...cells]) => ({ things: holder.split(", "), kind, cells }));
    for (const less of parsed) {
      for (const more of parsed.filter(({ kind }) => kind === less.kind)) {
        if (!less.things.every((thing) => more.things.includes(thing))) continue;
        for (const [index, cell] of less.cells.entries())
          expect(words.indexOf(more.cells[index] ?? ""), `${more.things}: ${columns[index]}`).toBeGreaterThanOrEqual(
            words.indexOf(cell),
          );
      }
    }
  });

  test.each(rows)("says what is reached: %s, of a user with %s", async (holder = "", kind = "", ...cells) => {
    const named = (values: readonly string[]) => columns.map((column, index) => `${column}: ${values[index]}`);
    expect(named(await outcomeOf(holder, kind))).toEqual(named(cells));
  });
});
