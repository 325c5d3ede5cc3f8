import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import { inject } from "vitest";
import { freshDatabase } from "../../../../tests/harness/databases.js";

const services = inject("services");
const run = promisify(execFile);
const script = fileURLToPath(new URL("run.ts", import.meta.url));

/** Runs the suite over a mutant (`""`: the plain driver), on an empty database with the text order of a language. */
export async function suiteOver(
  mutant: string,
  type: "postgres" | "mysql",
): Promise<{ failed: string[]; passed: number }> {
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

export const suiteTypes = (["postgres", "mysql"] as const).filter((type) => services[type] !== null);
