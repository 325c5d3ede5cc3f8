import { DatabaseSync } from "node:sqlite";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { organization } from "better-auth/plugins";
import { baseURL, secret } from "../contender.ts";
import type { OrganizationContender } from "./contender.ts";

export function open(file: string): OrganizationContender {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const options = {
    secret,
    baseURL,
    database,
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [organization({ membershipLimit: 20_000 })],
  } satisfies BetterAuthOptions;
  const auth = betterAuth(options);
  return {
    handler: (request) => auth.handler(request),
    async migrate() {
      const { runMigrations } = await getMigrations(options);
      await runMigrations();
    },
  };
}
