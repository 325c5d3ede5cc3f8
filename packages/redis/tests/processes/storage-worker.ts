// A server process with a secondary storage in Redis, over the packed packages.

import { createAuth } from "@keyhold/core";
import { redis } from "@keyhold/redis";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

export interface StorageSetup {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  readonly redisUrl: string;
  readonly prefix: string;
  readonly client: "node-redis" | "ioredis";
}
export interface StorageRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: unknown;
  readonly cookie?: string;
  readonly ipAddress?: string;
}
export interface StorageAnswer {
  readonly status: number;
  readonly body: unknown;
}

const setup: StorageSetup = JSON.parse(process.argv[2] ?? "{}");

async function openStorage() {
  // The default of 250 would take a busy machine for a failure.
  const options = { prefix: setup.prefix, timeoutMilliseconds: 10_000 };
  if (setup.client === "ioredis") {
    const client = new Redis(setup.redisUrl);
    return redis((name, ...words) => client.call(name, ...words), options);
  }
  const client = createClient({ url: setup.redisUrl });
  await client.connect();
  return redis((...words) => client.sendCommand(words), options);
}

const auth = createAuth({
  ...raceConfig,
  database: openDatabase(setup),
  secondaryStorage: await openStorage(),
  rateLimit: { limits: { "/sign-in/email": { windowSeconds: 900, max: 5 }, "/sign-up/email": false } },
});

async function ask({ method, path, body, cookie, ipAddress }: StorageRequest): Promise<StorageAnswer> {
  const headers = new Headers({ origin: raceConfig.baseURL });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (cookie !== undefined) headers.set("cookie", cookie);
  const url = `${raceConfig.baseURL}/api/auth${path}`;
  const request = new Request(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  const response = await auth.handler(request, { ipAddress });
  const text = await response.text();
  await auth.idle();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

process.on("message", async (requests: readonly StorageRequest[]) => {
  process.send?.(await Promise.all(requests.map(ask)));
});
announceReady();
