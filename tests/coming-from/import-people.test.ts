import { planMigration } from "@keyhold/adapter-sql";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { createAuth } from "@keyhold/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { importPeople, moving, type Person } from "../../examples/coming-from/import-people.ts";
import { rowsIn } from "./ours.ts";

const database = sqlite(":memory:");
const auth = createAuth({
  secret: "of Keyhold, for tests only: 0b6f4e83d1a97c25",
  baseURL: "http://localhost:3000",
  database,
  emailAndPassword: { enabled: true },
  plugins: [moving()],
});
beforeAll(async () => void (await (await planMigration(database, auth.schema)).apply()));
afterAll(() => database.close());

const person = (id: string, change: Partial<Person["user"]> = {}): Person => ({
  user: { id, email: `${id}@example.com`, name: id, ...change },
  accounts: [
    {
      providerId: "github",
      accountId: "583231",
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      scope: null,
    },
  ],
  sessions: [],
  leftOut: [],
});

test("a user with another user's account is not taken over at all", async () => {
  const report = await importPeople(auth, [person("ann"), person("ben")]);
  expect(report).toMatchObject({ users: 1, rejected: [{ id: "ben", reason: "ACCOUNT_IS_TAKEN" }] });
  expect(rowsIn(database.database).user).toMatchObject([{ id: "ann" }]);
});

test("a report names the column that is not valid", async () => {
  const { rejected } = await importPeople(auth, [
    person("cleo", { passwordHash: "of no known form" }),
    person("dan", { name: "n".repeat(256) }),
  ]);
  expect(rejected.map(({ reason }) => reason)).toEqual(["VALIDATION_ERROR passwordHash", "VALIDATION_ERROR name"]);
});

test("no request from outside reaches the routes of the script", async () => {
  for (const path of ["has-user", "add-sign-ins"]) {
    const headers = { origin: "http://localhost:3000", "content-type": "application/json" };
    const request = new Request(`http://localhost:3000/api/auth/moving/${path}`, {
      method: "POST",
      headers,
      body: "{}",
    });
    expect((await auth.handler(request, { ipAddress: "203.0.113.7" })).status).toBe(404);
  }
});
