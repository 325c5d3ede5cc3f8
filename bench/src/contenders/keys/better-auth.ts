import { DatabaseSync } from "node:sqlite";
import { apiKey } from "@better-auth/api-key";
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { Pool } from "pg";
import { baseURL, secret } from "../contender.ts";
import type { KeyContender, KeyPlace } from "./contender.ts";

/** The calls of its plugin. The types of its two packages do not fit each other: their peer dependencies differ. */
interface KeyCalls {
  createApiKey(given: { readonly body: { readonly userId: string } }): Promise<{ readonly key: string }>;
  verifyApiKey(given: { readonly body: { readonly key: string } }): Promise<{ readonly valid: boolean }>;
}

/** `isLimited`: with the default limiter, which counts each check, and a limit that no caller reaches. */
export function open(
  { database: type, place }: KeyPlace,
  { isLimited }: { readonly isLimited: boolean },
): KeyContender {
  const database = type === "SQLite" ? new DatabaseSync(place) : new Pool({ connectionString: place });
  if (database instanceof DatabaseSync) database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  const rateLimit = { enabled: isLimited, timeWindow: 86_400_000, maxRequests: 1_000_000_000 };
  const options = {
    secret,
    baseURL,
    database,
    emailAndPassword: { enabled: true },
    telemetry: { enabled: false },
    plugins: [apiKey({ rateLimit }) as unknown as BetterAuthPlugin],
  } satisfies BetterAuthOptions;
  const auth = betterAuth(options);
  const calls = auth.api as unknown as KeyCalls;
  return {
    async prepare(count) {
      const { runMigrations } = await getMigrations(options);
      await runMigrations();
      const person = { name: "Person", email: "person@example.com", password: "correct horse battery 0" };
      const { user } = await auth.api.signUpEmail({ body: person });
      const keys: string[] = [];
      for (let made = 0; made < count; made += 1)
        keys.push((await calls.createApiKey({ body: { userId: user.id } })).key);
      return keys;
    },
    async check(key) {
      const { valid } = await calls.verifyApiKey({ body: { key } });
      if (!valid) throw new Error("The key is not accepted.");
    },
    async close() {
      if (database instanceof DatabaseSync) database.close();
      else await database.end();
    },
  };
}
