import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createAuth, type LogEntry } from "@keyhold/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { planMigration } from "../../index.js";
import { sqlite } from "../../sqlite.js";

const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
const file = join(folder, "app.db");
const logged: LogEntry[] = [];
const database = sqlite(file, { maxWaitMilliseconds: 200 });
const auth = createAuth({
  secret: "only for foreign-lock.test.ts: 4f9b7c21d8",
  baseURL: "http://localhost:3000",
  database,
  log: (entry) => void logged.push(entry),
  rateLimit: { enabled: false, wrongPasswords: false },
  emailAndPassword: {
    enabled: true,
    passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
  },
});
const foreign = new DatabaseSync(file);

beforeAll(async () => (await planMigration(database, auth.schema)).apply());
afterAll(async () => {
  foreign.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const signUp = (name: string): Promise<Response> =>
  auth.handler(
    new Request("http://localhost:3000/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, email: `${name}@example.com`, password: "correct horse" }),
    }),
  );

it("a lock of another process causes 503 with Retry-After and a log message with the reason, also for callers waiting behind it", async () => {
  foreign.exec("begin immediate");
  const answers = await Promise.all(["ann", "bob", "cas"].map(signUp));
  foreign.exec("rollback");
  expect(answers.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(
    Array.from({ length: 3 }, () => [503, "1"]),
  );
  expect(logged.map(({ message }) => message)).toEqual([
    "The database is locked by another process at POST /sign-up/email.",
  ]);
  expect(logged[0]?.cause).toMatch(/database is locked/i);
  expect((await signUp("ann")).status).toBe(200);
  expect(logged[1]?.message).toMatch(
    /^The database is no longer locked by another process, after \d+ s: 3 calls failed/,
  );
});
