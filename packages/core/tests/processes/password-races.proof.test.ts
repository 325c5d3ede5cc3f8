import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { type Auth, createAuth } from "@keyhold/core";
import type { Adapter } from "@keyhold/core/adapter";
import { accountModel, sessionModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";
import { raceConfig } from "../../../../tests/harness/processes/race-config.ts";

const services = inject("services");
const rounds = 12;
const callers = 16;
const oldPassword = "a right password";

describe.each(databaseTypes(services))("sixteen callers at once on %s:", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let db: Adapter;
  let auth: Auth;
  /** The same tables, before the app changed the recipe. */
  let cheaper: Auth;
  let made = 0;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    auth = createAuth({ ...raceConfig, database });
    const passwordHashing = { algorithm: "scrypt", cost: { logN: 3, blockSize: 8, parallelism: 1 } } as const;
    cheaper = createAuth({ ...raceConfig, database, emailAndPassword: { enabled: true, passwordHashing } });
    await (await planMigration(database, auth.schema)).apply();
    db = database.connect(auth.schema);
  });
  afterAll(async () => {
    await auth.idle();
    await database.close();
    await fresh.drop();
  });

  async function post(path: string, body: unknown, cookie = "", by = auth): Promise<Response> {
    const headers = { "content-type": "application/json", origin: raceConfig.baseURL, cookie };
    const url = `${raceConfig.baseURL}/api/auth${path}`;
    return by.handler(new Request(url, { method: "POST", headers, body: JSON.stringify(body) }));
  }

  async function signUp(by = auth): Promise<{ readonly id: string; readonly email: string; readonly cookie: string }> {
    made += 1;
    const email = `person${made}@example.com`;
    const response = await post("/sign-up/email", { name: "Ada", email, password: oldPassword }, "", by);
    const [line = ""] = response.headers.getSetCookie();
    return { id: (await response.json()).user.id, email, cookie: line.slice(0, line.indexOf(";")) };
  }

  const signIn = (email: string, password: string) => post("/sign-in/email", { email, password });
  const all = <T>(call: (caller: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));

  test("of sixteen changes of one password one has an effect", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, email, cookie } = await signUp();
      const answers = await all((caller) => {
        const body = { currentPassword: oldPassword, newPassword: `password of caller ${caller}` };
        return post("/change-password", body, cookie);
      });
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // A late caller finds the password changed, or its session replaced.
      expect(statuses.filter((status) => ![200, 400, 401].includes(status))).toEqual([]);
      const winner = statuses.indexOf(200);
      expect(await db.count(sessionModel, { userId: id })).toBe(1);
      expect((await signIn(email, `password of caller ${winner}`)).status).toBe(200);
      expect((await signIn(email, oldPassword)).status).toBe(401);
    }
  });

  test("no session opened by the old password survives its change", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, email, cookie } = await signUp();
      const body = { currentPassword: oldPassword, newPassword: "another password" };
      const [changed] = await Promise.all([
        post("/change-password", body, cookie),
        ...Array.from({ length: callers - 1 }, () => signIn(email, oldPassword)),
      ]);
      expect(changed?.status).toBe(200);
      const token = (await changed?.json())?.token;
      expect(token).toMatch(/^\w{32}$/);
      // Only the session opened by the change remains.
      expect(await db.count(sessionModel, { userId: id })).toBe(1);
    }
  });

  test("a hash that is replaced never undoes a change", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { id, email, cookie } = await signUp(cheaper);
      const body = { currentPassword: oldPassword, newPassword: "another password" };
      await Promise.all([
        post("/change-password", body, cookie),
        ...Array.from({ length: callers - 1 }, () => signIn(email, oldPassword)),
      ]);
      expect((await signIn(email, oldPassword)).status).toBe(401);
      expect((await signIn(email, "another password")).status).toBe(200);
      expect(await db.count(accountModel, { userId: id })).toBe(1);
    }
  });
});
