import { DatabaseSync } from "node:sqlite";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { toNodeHandler } from "better-auth/node";
import { baseURL, type Contender, type OpenOptions, secret } from "./contender.ts";
import { createHasher, scryptHash } from "./hashing.ts";

/** Its defaults on its own `node:sqlite` dialect; only features that disturb a measurement are off. */
export function open({ file, hash }: OpenOptions): Contender {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const hasher = createHasher(scryptHash);
  const password = {
    hash: hasher.hash,
    verify: (input: { hash: string; password: string }) => hasher.verify(input.hash, input.password),
  };
  const options = {
    secret,
    baseURL,
    database,
    emailAndPassword: hash === "own" ? { enabled: true } : { enabled: true, password },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  } satisfies BetterAuthOptions;
  const auth = betterAuth(options);
  return {
    listener: toNodeHandler(auth),
    handler: (request) => auth.handler(request),
    getSession: (headers) => auth.api.getSession({ headers }),
    async migrate() {
      const { runMigrations } = await getMigrations(options);
      await runMigrations();
    },
  };
}
