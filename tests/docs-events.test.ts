import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Compares the lists of events and emails on the pages with their declarations. */

const read = (path: string): string => readFileSync(join(import.meta.dirname, "..", path), "utf8");

/** The texts of a union or a record in a file, e.g. the types of events. */
const declaredIn = (path: string, pattern: RegExp): string[] =>
  [...new Set([...read(path).matchAll(pattern)].map(([, name = ""]) => name))].sort();

/** The cells of a column in the tables of a section, without their marks. */
function listedIn(page: string, heading: string, column: number): string[] {
  const section = new RegExp(`^##? ${heading}\n([\\s\\S]*?)(?:^## |$(?![\\s\\S]))`, "m").exec(read(page))?.[1] ?? "";
  const cells = section.split("\n").map((line) => line.split("|")[column + 1] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+(?:\.[a-z-]+)?)`/g)].map(([, name = ""]) => name)).sort();
}

const typesOf = (path: string): string[] => declaredIn(path, /readonly type: "([^"]+)"/g);

describe("events", () => {
  test.each([
    ["docs/users/events.md", "Audit log and events", "packages/core/src/contract/events.ts"],
    ["docs/two-factor.md", "Events and emails", "packages/two-factor/src/events.ts"],
    ["docs/passkeys.md", "Events and emails", "packages/passkey/src/events.ts"],
  ])("of %s are those of the code, each once", (page, heading, path) => {
    const own = typesOf(path);
    expect(own.length).toBeGreaterThan(5);
    // A page of a plugin may explain an event of core beside its own.
    const core = typesOf("packages/core/src/contract/events.ts").filter((type) => !own.includes(type));
    expect(listedIn(page, heading, 0).filter((type) => !core.includes(type))).toEqual(own);
  });

  test("of ended sessions name every reason", () => {
    const text = read("packages/core/src/contract/events.ts");
    const union = /export type SessionEnd =([\s\S]*?);\n\n/.exec(text)?.[1] ?? "";
    const reasons = [...union.matchAll(/\| "([^"]+)"/g)].map(([, reason]) => reason);
    const row = /^\| `session\.ended` \|(.*)$/m.exec(read("docs/users/events.md"))?.[1] ?? "";
    expect(reasons.length).toBeGreaterThan(5);
    expect([...row.matchAll(/`"([^"]+)"`/g)].map(([, reason]) => reason)).toEqual(reasons);
  });
});

describe("emails", () => {
  test("of docs/mail.md are those of core, each once", () => {
    const kinds = declaredIn("packages/core/src/contract/mail.ts", /readonly kind: "([^"]+)"/g);
    expect(kinds.length).toBeGreaterThan(5);
    expect(listedIn("docs/mail.md", "Emails and their links", 0)).toEqual(kinds);
  });

  test.each([
    ["docs/two-factor.md", "packages/two-factor/src/emails.ts"],
    ["docs/passkeys.md", "packages/passkey/src/emails.ts"],
  ])("of %s are marked beside their event, or named", (page, path) => {
    const section = read(page).split("\n## Events and emails\n")[1] ?? "";
    const rows = section.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
    const named = rows.flatMap(([, event = "", email = ""]) =>
      [...(email === "yes" ? event : email).matchAll(/`([a-z.-]+)`/g)].map(([, kind = ""]) => kind),
    );
    expect(named.sort()).toEqual(declaredIn(path, /"((?:two-factor|passkey)\.[a-z-]+)"/g));
  });
});
