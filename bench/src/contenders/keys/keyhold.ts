import { planMigration, type SqlDatabase } from "@keyhold/adapter-sql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { apiKey } from "@keyhold/api-key";
import { createAuth } from "@keyhold/core";
import { baseURL, secret } from "../contender.ts";
import type { KeyContender, KeyPlace } from "./contender.ts";

export function open({ database: type, place }: KeyPlace): KeyContender {
  const database: SqlDatabase = type === "SQLite" ? sqlite(place) : postgres(place);
  const auth = createAuth({
    secret,
    baseURL,
    database,
    emailAndPassword: { enabled: true },
    plugins: [apiKey({ statements: { files: ["read"] }, maxPerUser: 1000 })],
  });
  const check = async (key: string): Promise<void> => {
    const { valid } = await auth.api.verifyApiKey({ key });
    if (!valid) throw new Error("The key is not accepted.");
  };
  return {
    async prepare(count) {
      await (await planMigration(database, auth.schema)).apply();
      const person = { name: "Person", email: "person@example.com", password: "correct horse battery 0" };
      const { user } = await auth.api.signUp.email(person);
      const keys: string[] = [];
      for (let made = 0; made < count; made += 1) {
        const { key } = await auth.api.createApiKey({ userId: user.id, permissions: { files: ["read"] } });
        // The first use is noted behind the answer.
        await check(key);
        keys.push(key);
      }
      await auth.idle();
      return keys;
    },
    check,
    async close() {
      await auth.idle();
      await database.close();
    },
  };
}
