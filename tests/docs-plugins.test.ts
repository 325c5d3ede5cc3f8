import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** The tables of the pages on plugins have each hook and each type that a plugin can have. */

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");

/** The members of an exported interface. */
function membersOf(path: string, name: string): readonly string[] {
  const [, body = ""] =
    new RegExp(`export interface ${name}\\b[^\\n]*\\{\\n([\\s\\S]*?)^\\}`, "m").exec(read(path)) ?? [];
  return [...body.matchAll(/^ {2}readonly "?([\w.-]+)"?\??:/gm)].map(([, member = ""]) => member).sort();
}

/** The names in the first column of the first table of a page. */
function rowsOf(path: string): readonly string[] {
  const [, table = ""] = /^\|[^\n]*\n\|---[^\n]*\n((?:\|.*\n)+)/m.exec(read(path)) ?? [];
  const cells = table.split("\n").map((row) => row.split("|")[1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`"?([\w.-]+)"?`/g)].map(([, name = ""]) => name)).sort();
}

describe("the pages on plugins", () => {
  test("list every hook", () => {
    const hooks = membersOf("packages/core/src/contract/hooks.ts", "Hooks");
    const ofAccounts = membersOf("packages/core/src/contract/several-accounts.ts", "SeveralAccountsHooks");
    expect([hooks.length, ofAccounts.length]).toEqual([28, 4]);
    expect(rowsOf("docs/plugins/hooks.md")).toEqual([...hooks, ...ofAccounts].sort());
  });

  test("list every member of PluginTypes", () => {
    const members = membersOf("packages/core/src/contract/plugin-types.ts", "PluginTypes");
    expect(members.length).toBeGreaterThan(15);
    expect(rowsOf("docs/plugins/types.md")).toEqual(members);
  });
});
