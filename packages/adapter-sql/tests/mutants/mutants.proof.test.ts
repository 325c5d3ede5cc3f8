import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { freshDatabase } from "../../../../tests/harness/databases.js";
import { driverMutants, mutants } from "./mutants.js";

const services = inject("services");
const run = promisify(execFile);
const script = fileURLToPath(new URL("run.ts", import.meta.url));

/** Runs the suite over a mutant, on an empty database whose order of texts is that of a language. */
async function suiteOver(mutant: string, type: "postgres" | "mysql"): Promise<{ failed: string[]; passed: number }> {
  const fresh = await freshDatabase(type, services);
  const place = new URL(fresh.place);
  const name = `${place.pathname.slice(1)}_language`;
  const change = type === "postgres" ? changePostgres : changeMysql;
  await change(fresh.place, [
    type === "postgres"
      ? `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'sv-SE'`
      : `create database ${name} character set utf8mb4 collate utf8mb4_swedish_ci`,
  ]);
  place.pathname = `/${name}`;
  try {
    const { stdout } = await run(process.execPath, ["--no-warnings", script], {
      env: { ...process.env, MUTANT: mutant, DATABASE_TYPE: type, DATABASE_URL: place.href, VITEST: "" },
    });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  } finally {
    await change(fresh.place, [`drop database ${name}${type === "postgres" ? " with (force)" : ""}`]);
    await fresh.drop();
  }
}

async function changePostgres(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function changeMysql(uri: string, statements: readonly string[]): Promise<void> {
  const connection = await createConnection({ uri });
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}

const types = (["postgres", "mysql"] as const).filter((type) => services[type] !== null);
/** On MySQL an index has the order of its column, and a transaction has its isolation level before it begins. */
const isPossible = (type: string, mutant: string): boolean => type === "postgres" || !/^sorts|snapshot$/.test(mutant);

describe.each(types)("the conformance suite on %s, with the order of texts of a language", (type) => {
  it("passes for the driver as it is", { timeout: 240_000 }, async () => {
    const { failed, passed } = await suiteOver("", type);
    expect(failed).toEqual([]);
    expect(passed).toBe(262);
  });

  it.each(Object.keys({ ...mutants, ...driverMutants }).filter((mutant) => isPossible(type, mutant)))(
    "fails for a driver that %s",
    { timeout: 240_000 },
    async (mutant) => {
      const { failed } = await suiteOver(mutant, type);
      expect(failed, "no test of the suite has found the fault").not.toEqual([]);
    },
  );
});
