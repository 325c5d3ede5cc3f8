import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth } from "@keyhold/core";
import { userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { invitationCodes } from "./plugin.ts";

const services = inject("services");
const passwordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } } as const;

const createInvited = (database: KyselyDatabase) =>
  createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database,
    emailAndPassword: { enabled: true, passwordHashing },
    rateLimit: { enabled: false, wrongPasswords: false },
    plugins: [invitationCodes()],
  });

describe.each(databaseTypes(services))("on %s", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let auth: ReturnType<typeof createInvited>;

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    auth = createInvited(database);
    await (await planMigration(database, auth.schema)).apply();
  });
  afterAll(async () => {
    await auth.idle();
    await database.close();
    await fresh.drop();
  });

  let made = 0;
  async function signUp(invitationCode: unknown): Promise<{ readonly status: number; readonly code?: string }> {
    made += 1;
    const body = { name: "Ada", email: `ada${made}@example.com`, password: "correct horse", invitationCode };
    const request = new Request("http://localhost:3000/api/auth/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "http://localhost:3000" },
      body: JSON.stringify(body),
    });
    const response = await auth.handler(request);
    return { status: response.status, code: (await response.json()).code };
  }
  const countUsers = (): Promise<number> => database.connect(auth.schema).count(userModel, {});

  test.each([1, 2, 3])("sixteen concurrent sign-ups consume one code once, round %i", async () => {
    const before = await countUsers();
    const { code } = await auth.api.createInvitationCode();
    const answers = await Promise.all(Array.from({ length: 16 }, () => signUp(code)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(15).fill(422)]);
    expect(await countUsers()).toBe(before + 1);
    expect(await signUp(code)).toEqual({ status: 422, code: "INVITATION_CODE_IS_NOT_VALID" });
  });

  test.each([
    ["missing", undefined],
    ["not a text", { $ne: null }],
    ["too long", "x".repeat(65)],
  ])("a code that is %s is answered 400", async (_, code) => {
    expect(await signUp(code)).toEqual({ status: 400, code: "VALIDATION_ERROR" });
  });

  test("a sign-up that fails does not consume the code", async () => {
    const { code } = await auth.api.createInvitationCode();
    const user = { name: "Eve", password: "correct horse", invitationCode: code };
    const { user: present } = await auth.api.createUser({ name: "Eve", email: `eve-${type}@example.com` });
    const failed = auth.api.signUp.email({ ...user, email: present.email });
    await expect(failed).rejects.toMatchObject({ code: "USER_ALREADY_EXISTS" });
    expect(await signUp(code)).toMatchObject({ status: 200 });
  });
});
