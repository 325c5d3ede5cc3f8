import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { databaseRemedy } from "./database-remedy.js";

/** The rows of docs/troubleshooting.md, "On the command line". */
const page = readFileSync(join(import.meta.dirname, "../../../../docs/troubleshooting.md"), "utf8");
const [, section = ""] = page.split("## On the command line");
const rows = [...section.matchAll(/^\| (.+) \|$/gm)].slice(1).map(([, cells = ""]) => cells.split(" | "));

describe("the cure of an error of the database", () => {
  const thrown: Readonly<Record<string, readonly unknown[]>> = {
    "`ECONNREFUSED`, a timeout": [
      new AggregateError([Object.assign(new Error("connect"), { code: "ECONNREFUSED" })]),
      new Error("timeout exceeded when trying to connect"),
    ],
    "`ENOTFOUND`": [Object.assign(new Error("getaddrinfo ENOTFOUND db"), { code: "ENOTFOUND" })],
    "`28P01`, `1045`": [{ code: "28P01" }, { errno: 1045 }],
    "`3D000`, `1049`": [{ code: "3D000" }, { errno: 1049 }],
    "`42501`, `1142`": [{ code: "42501" }, { errno: 1142 }],
    "`unable to open database file`": [
      new Error("unable to open database file"),
      new Error('The folder of the SQLite database "data/app.db" does not exist: create it first.'),
    ],
    "`no such table`, `42P01`, `1146`": [new Error("no such table: user"), { code: "42P01" }, { errno: 1146 }],
  };

  test("has each cause", () => {
    expect(rows.map(([cause]) => cause)).toEqual(Object.keys(thrown));
  });

  test.each(rows)("of %s is the cure of the page", (cause, cure) => {
    for (const error of thrown[cause ?? ""] ?? [])
      expect(databaseRemedy(new Error("The database does not answer.", { cause: error }))).toBe(cure);
  });

  test("an error without a known cause is not taken for a server that is away", () => {
    expect(databaseRemedy(new Error("column type jsonb is not supported"))).toBe("Correct what the message names.");
  });
});
