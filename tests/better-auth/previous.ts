import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { build } from "esbuild";
import { sql } from "kysely";
import { createPool } from "mysql2/promise";
import pg from "pg";
import type { FreshDatabase } from "../harness/databases.ts";
import { openPeerDatabase } from "./database.ts";

/** Runs a statement on a connection of better-auth. */
export type Run = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A connection for a version of better-auth, as an app gives it. */
export function openPrevious(fresh: FreshDatabase, version: Version) {
  const { type, place } = fresh;
  if (version === "1.2") {
    const database = openPeerDatabase(fresh);
    const run: Run = async (text) => (await sql.raw<Readonly<Record<string, unknown>>>(text).execute(database.db)).rows;
    return { database, run, close: () => database.db.destroy() };
  }
  if (type === "postgres") {
    const pool = new pg.Pool({ connectionString: place, max: 2 });
    const run: Run = async (sql) => (await pool.query(sql)).rows;
    return { database: pool, run, close: () => pool.end() };
  }
  if (type === "mysql") {
    const pool = createPool({ uri: place, connectionLimit: 2, timezone: "Z" });
    const run: Run = async (sql) => (await pool.query(sql))[0] as Awaited<ReturnType<Run>>;
    return { database: pool, run, close: () => pool.end() };
  }
  const file = new DatabaseSync(place);
  const run: Run = async (sql) => file.prepare(sql).all();
  return { database: file, run, close: async () => file.close() };
}

interface Previous {
  readonly options: object;
  handler(request: Request): Promise<Response>;
}

/** A version of better-auth with its plugins. */
export interface PreviousLibrary {
  betterAuth(options: object): Previous;
  twoFactor(options: object): unknown;
  passkey(options: object): unknown;
  username(): unknown;
  phoneNumber(options: object): unknown;
  anonymous(options?: object): unknown;
  organization(options?: object): unknown;
  admin(): unknown;
  apiKey(options: object): unknown;
  getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
}

/** What each version exports, by the names of the newest version. */
const versions = {
  "1.2": `
    export { betterAuth } from "better-auth";
    export { admin, anonymous, apiKey, organization, phoneNumber, twoFactor, username } from "better-auth/plugins";
    export { getMigrations } from "better-auth/db";
    export { passkey } from "better-auth/plugins/passkey";`,
  "1.7": `
    export { betterAuth } from "better-auth-newest";
    export { admin, anonymous, organization, phoneNumber, twoFactor, username } from "better-auth-newest/plugins";
    export { getMigrations } from "better-auth-newest/db/migration";
    export { apiKey } from "@better-auth/api-key";
    export { passkey } from "@better-auth/passkey";`,
} as const;
export type Version = keyof typeof versions;

export const bundleOf = (version: Version): string =>
  join(import.meta.dirname, `previous-${version}-${process.pid}.mjs`);

export async function bundle(version: Version): Promise<PreviousLibrary> {
  await build({
    stdin: { contents: versions[version], resolveDir: import.meta.dirname },
    absWorkingDir: import.meta.dirname,
    // The packages of passkeys and of API keys ask for "better-auth".
    alias: version === "1.7" ? { "better-auth": "better-auth-newest" } : {},
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["bun:sqlite"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    outfile: bundleOf(version),
  });
  return (await import(bundleOf(version))) as PreviousLibrary;
}
