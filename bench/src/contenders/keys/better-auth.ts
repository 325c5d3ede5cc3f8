import { DatabaseSync } from "node:sqlite";
import { apiKey } from "@better-auth/api-key";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { Pool } from "pg";
import { baseURL, secret } from "../contender.ts";
import type { KeyContender, KeyPlace } from "./contender.ts";

/** `isLimited`: with the default limiter, which counts each check, and a limit that nobody reaches. */
export function open(
  { database: type, place }: KeyPlace,
  { isLimited }: { readonly isLimited: boolean },
): KeyContender {
  const database = type === "SQLite" ? new DatabaseSync(place) : new Pool({ connectionString: place });
  if (database instanceof DatabaseSync) database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const options = {
    secret,
    baseURL,
    database,
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit: { enabled: isLimited, timeWindow: 86_400_000, maxRequests: 1_000_000_000 } })],
  } satisfies BetterAuthOptions;
  const auth = betterAuth(options);
  return {
    async prepare(count) {
      const { runMigrations } = await getMigrations(options);
      await runMigrations();
      const person = { name: "Person", email: "person@example.com", password: "correct horse battery 0" };
      const { user } = await auth.api.signUpEmail({ body: person });
      const keys: string[] = [];
      for (let made = 0; made < count; made += 1)
        keys.push((await auth.api.createApiKey({ body: { userId: user.id } })).key);
      return keys;
    },
    async check(key) {
      const { valid } = await auth.api.verifyApiKey({ body: { key } });
      if (!valid) throw new Error("The key is not accepted.");
    },
    async close() {
      if (database instanceof DatabaseSync) database.close();
      else await database.end();
    },
  };
}
