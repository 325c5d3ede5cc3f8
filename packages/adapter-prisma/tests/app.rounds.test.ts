import { generatedTables, type TableOptions } from "@keyhold/adapter-sql";
import { admin } from "@keyhold/admin";
import { createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { username } from "@keyhold/username";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../tests/harness/databases.js";
import { prismaSchema } from "../../../tests/harness/generated-schemas.ts";
import { type PrismaTransaction, prismaAdapter } from "../src/index.js";
import { type Generated, type GeneratedClient, generateClient } from "./generated-client.js";
import { createTables, driverAdapter } from "./opened.js";

const services = inject("services");
const origin = "https://app.example.com";
const ann = { name: "Ann", email: "ann@example.com", password: "a right password" };

/** The models of the generated client that this test reads. */
interface AppModels {
  readonly user: {
    findUnique(query: object): Promise<Readonly<Record<string, unknown>> | null>;
    update(query: object): Promise<unknown>;
  };
}
interface AppClient extends GeneratedClient, AppModels {
  $transaction<T>(work: (tx: PrismaTransaction & AppModels) => Promise<T>, options?: object): Promise<T>;
}

const plain: TableOptions = {};
const renamed: TableOptions = { naming: { case: "snake", plural: true }, ids: "uuid7" };
/** Prisma generates a client for each: in `npm test` for SQLite only. */
const types = databaseTypes(services).filter((type) => type === "sqlite" || inject("tier") === "proof");
const kinds = types.flatMap((type) => [
  { type, names: "the names of the models", options: plain },
  { type, names: "other names and UUIDs", options: renamed },
]);

describe.each(kinds)("an app on Prisma and $type with $names", ({ type, options }) => {
  let generated: Generated;
  let fresh: FreshDatabase;
  let prisma: AppClient;
  let auth: ReturnType<typeof start>;

  const start = (client: AppClient) =>
    createAuth({
      secret: "for tests only: 0123456789abcdefghij",
      baseURL: origin,
      database: prismaAdapter(client, { type, ...options }),
      plugins: [organization(), admin(), username()],
      rateLimit: { enabled: false, wrongPasswords: false },
      emailAndPassword: {
        enabled: true,
        passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
      },
    });

  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    const { schema } = start(clientWithoutServer);
    await createTables(type, fresh.place, schema, options);
    generated = await generateClient(type, prismaSchema({ type, tables: generatedTables(schema, type, options) }));
    prisma = new generated.PrismaClient({ adapter: driverAdapter(type, fresh.place) }) as AppClient;
    auth = start(prisma);
  });
  afterAll(async () => {
    await auth.idle();
    await prisma.$disconnect();
    await fresh.drop();
    generated.remove();
  });

  const send = (path: string, body: object | null, headers: Record<string, string> = {}): Promise<Response> =>
    auth.handler(
      new Request(`${origin}/api/auth${path}`, {
        method: body ? "POST" : "GET",
        headers: { origin, "content-type": "application/json", ...headers },
        body: body && JSON.stringify(body),
      }),
    );

  test("a user signs up and in over HTTP, and the app reads the same row with its session and account", async () => {
    const signUp = await send("/sign-up/email", { ...ann, username: "ann" });
    expect([signUp.status, await signUp.clone().json()]).toMatchObject([200, { user: { email: ann.email } }]);
    const { user } = await signUp.json();
    const signIn = await send("/sign-in/email", ann);
    expect(signIn.status).toBe(200);
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const session = await send("/get-session", null, { cookie });
    expect(await session.json()).toMatchObject({ user: { id: user.id, name: "Ann" } });

    const row = await prisma.user.findUnique({
      where: { email: ann.email },
      include: { sessions: true, accounts: true },
    });
    expect(row).toMatchObject({
      id: user.id,
      name: "Ann",
      username: "ann",
      emailVerified: false,
      createdAt: new Date(user.createdAt),
      accounts: [{ providerId: "credential", userId: user.id }],
    });
    expect(row?.sessions).toHaveLength(2);
  });

  test("a user and a write of the app are in one commit, or neither is", async () => {
    const bob = { name: "Bob", email: "bob@example.com", password: "a right password", username: "bob" };
    const signUp = (fail: boolean) =>
      auth.transaction(async ({ api, tx }) => {
        const { user } = await api.signUp.email(bob);
        await tx.user.update({ where: { id: user.id }, data: { name: "Robert" } });
        if (fail) throw new Error("on purpose");
      });
    await expect(signUp(true)).rejects.toThrow("on purpose");
    expect(await prisma.user.findUnique({ where: { email: bob.email } })).toBe(null);
    await signUp(false);
    expect(await prisma.user.findUnique({ where: { email: bob.email } })).toMatchObject({ name: "Robert" });
  });

  test("what the app writes with Prisma is in the next answer", async () => {
    await prisma.user.update({ where: { email: ann.email }, data: { name: "Ann B.", updatedAt: new Date() } });
    const signIn = await send("/sign-in/email", ann);
    expect(await signIn.json()).toMatchObject({ user: { name: "Ann B." } });
  });
});

/** Only for the schema: no statement runs. */
const clientWithoutServer: AppClient = {
  user: { findUnique: () => Promise.resolve(null), update: () => Promise.resolve(null) },
  $queryRawUnsafe: () => Promise.reject(new Error("No server.")),
  $executeRawUnsafe: () => Promise.reject(new Error("No server.")),
  $transaction: () => Promise.reject(new Error("No server.")),
  $disconnect: () => Promise.resolve(),
};
