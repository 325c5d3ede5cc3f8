import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { baseURL, secret } from "../contender.ts";
import type { OrganizationContender } from "./contender.ts";

export function open(file: string): OrganizationContender {
  const database = sqlite(file);
  const auth = createAuth({
    secret,
    baseURL,
    database,
    rateLimit: { enabled: false, wrongPasswords: false },
    emailAndPassword: { enabled: true },
    plugins: [organization({ membershipLimit: 20_000 })],
  });
  return {
    handler: (request) => auth.handler(request),
    async migrate() {
      const plan = await planMigration(database, auth.schema);
      await plan.apply();
    },
  };
}
