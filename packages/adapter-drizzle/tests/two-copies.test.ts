import { PGlite } from "@electric-sql/pglite";
import { planMigration } from "@keyhold/adapter-sql";
import { pglite } from "@keyhold/adapter-sql/pglite";
import { createAuth } from "@keyhold/core";
import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { drizzle } from "drizzle-orm-1/pglite";
import { expect, onTestFinished, test } from "vitest";
import { drizzleAdapter } from "../src/index.js";
import { appTables } from "./app-tables.js";

test("auth.transaction knows a taken address if the app has another copy of Drizzle than the adapter", async () => {
  const client = new PGlite();
  onTestFinished(() => client.close());
  const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: drizzleAdapter(drizzle({ client }), { schema: appTables(schema, "postgres", {}) }),
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
  });
  await (await planMigration(pglite(client), auth.schema)).apply();
  const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
  const signUp = () => auth.transaction(({ api }) => api.signUp.email(ada));

  await signUp();
  await expect(signUp()).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
  await auth.idle();
});
