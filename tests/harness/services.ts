import { Redis } from "ioredis";
import { createConnection } from "mysql2/promise";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { findChromium } from "./find-chromium.ts";
import { findGalera } from "./galera.ts";
import { type OfferedGalera, offerGalera } from "./galera-service.ts";

/** The services of this machine for tests; null means not reached. A test reads it with `inject("services")`. */
export interface Services {
  readonly postgres: string | null;
  readonly mysql: string | null;
  readonly redis: string | null;
  readonly chromium: string | null;
  /** Asked by `freshDatabase` for the URLs of the nodes. */
  readonly galera: string | null;
}

declare module "vitest" {
  interface ProvidedContext {
    services: Services;
  }
}

const timeoutMilliseconds = 10_000;

async function askPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: timeoutMilliseconds });
  await client.connect();
  await client.end();
}

async function askMysql(uri: string): Promise<void> {
  const connection = await createConnection({ uri, connectTimeout: timeoutMilliseconds });
  await connection.end();
}

async function askRedis(url: string): Promise<void> {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: timeoutMilliseconds, retryStrategy: () => null });
  // ioredis gives the reason to its event, and only "closed" to its promise.
  const refusal = new Promise<never>((_, reject) => client.on("error", reject));
  try {
    await Promise.race([client.connect(), refusal]);
  } finally {
    client.disconnect();
  }
}

async function reach(name: string, variable: string, usual: string, ask: (url: string) => Promise<void>) {
  const url = process.env[variable] || usual;
  try {
    await ask(url);
    return url;
  } catch (error) {
    missing.push(`${name} not reached at ${withoutPassword(url)} (set ${variable}): ${reason(error)}`);
    return null;
  }
}

/** Connection errors are often an AggregateError with an empty message. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ("code" in error ? String(error.code) : error.name);
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]*@/, "@");
}

function chromiumPath(): string | null {
  const { path, missing: place } = findChromium();
  if (path === null) missing.push(`Chromium not found at ${place} (set CHROMIUM_PATH)`);
  return path;
}

async function offeredGalera(): Promise<OfferedGalera | null> {
  const found = findGalera();
  if ("library" in found) return offerGalera();
  missing.push(found.missing);
  return null;
}

const missing: string[] = [];

/** vitest's global setup: connects once for the whole run, and reports missing services. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, mysql, redis] = await Promise.all([
    reach("PostgreSQL", "TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432/postgres", askPostgres),
    reach("MySQL", "TEST_MYSQL_URL", "mysql://root@127.0.0.1:3306/test", askMysql),
    reach("Redis", "TEST_REDIS_URL", "redis://127.0.0.1:6379", askRedis),
  ]);
  const galera = await offeredGalera();
  const services: Services = { postgres, mysql, redis, chromium: chromiumPath(), galera: galera?.url ?? null };
  for (const line of missing) console.log(line);
  // A skipped test on a build machine would look like a passed one.
  if (process.env.CI && missing.length > 0) throw new Error(`CI needs every service:\n  ${missing.join("\n  ")}`);
  project.provide("services", services);
  return async () => galera?.stop();
}
