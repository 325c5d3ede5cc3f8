import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { memory } from "@keyhold/adapter-memory";
import { createStatements, type DialectName, generatedTables, type TableOptions } from "@keyhold/adapter-sql";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { organization } from "@keyhold/organization";
import Sqlite from "better-sqlite3";
import { drizzle as drizzleSqlite } from "drizzle-orm/better-sqlite3";
import { drizzle as drizzleMysql } from "drizzle-orm/mysql2";
import { drizzle as drizzlePostgres } from "drizzle-orm/node-postgres";
import { createPool } from "mysql2/promise";
import pg from "pg";
import { afterEach, describe, expect, inject, it } from "vitest";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.js";
import { drizzleSchema } from "../../../tests/harness/generated-schemas.ts";
import { drizzleAdapter } from "../src/index.js";

const services = inject("services");
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const start = (database: Database) =>
  createAuth({
    secret: "a secret of more than thirty-two characters",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true },
    plugins: [organization()],
  });

/** The exports of the file that `npx keyhold generate drizzle` writes. */
async function generatedModule(type: DialectName, options: TableOptions): Promise<Record<string, unknown>> {
  // Beside the packages that the file imports.
  const folder = mkdtempSync(join(import.meta.dirname, "../node_modules/generated-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "auth-schema.mjs");
  const tables = generatedTables(models, type, options);
  writeFileSync(file, drizzleSchema({ type, tables }, { isTypeScript: false }));
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

// The models do not depend on the database.
const { schema: models } = start(memory());

async function open(type: DialectName, options: TableOptions): Promise<Database> {
  const statements = createStatements(models, type, options);
  const schema = await generatedModule(type, options);
  const fresh = await freshDatabase(type, services);
  cleanups.push(fresh.drop);
  if (type === "sqlite") {
    const client = new Sqlite(fresh.place);
    cleanups.push(() => client.close());
    for (const sql of statements) client.exec(sql);
    return drizzleAdapter(drizzleSqlite({ client }), { schema });
  }
  if (type === "postgres") {
    const pool = new pg.Pool({ connectionString: fresh.place });
    cleanups.push(() => pool.end());
    for (const sql of statements) await pool.query(sql);
    return drizzleAdapter(drizzlePostgres({ client: pool }), { schema });
  }
  const pool = createPool({ uri: fresh.place });
  cleanups.push(() => pool.end());
  for (const sql of statements) await pool.query(sql);
  return drizzleAdapter(drizzleMysql({ client: pool }), { schema });
}

describe.each(databaseTypes(services))("the tables that `keyhold generate drizzle` writes for %s", (type) => {
  it.each<[string, TableOptions]>([
    ["with the names of the models", {}],
    ["in snake case and plural, with UUIDs", { naming: { case: "snake", plural: true }, ids: "uuid7" }],
  ])("fit the adapter %s: a user signs up and in", async (_, options) => {
    const auth = start(await open(type, options));
    const person = { email: "ada@example.com", password: "correct horse battery" };
    const { user } = await auth.api.signUp.email({ name: "Ada", ...person });
    const signedIn = await auth.api.signIn.email(person);
    expect(signedIn.user).toMatchObject({ id: user.id, email: person.email });
    await auth.idle();
  });
});
