import { coreModels, mergeSchema } from "@keyhold/core/adapter";
import { isConflict, userModel } from "@keyhold/core/plugin";
import { readReplicas } from "@prisma/extension-read-replicas";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freshDatabase } from "../../../tests/harness/databases.js";
import { type PrismaClientLike, prismaAdapter } from "../src/index.js";
import { anyModel, type Generated, type GeneratedClient, generateClient } from "./generated-client.js";
import { createTables, driverAdapter } from "./opened.js";

const { schema } = mergeSchema([{ from: "core", models: coreModels, extends: {} }]);
const now = new Date("2026-01-01T00:00:00Z");
const ada = { name: "Ada", email: "ada@example.com", emailVerified: false, createdAt: now, updatedAt: now };
const page = { orderBy: "email", limit: 9, mayLag: true } as const;

interface Extensible extends GeneratedClient {
  $extends(extension: unknown): PrismaClientLike;
}

let generated: Generated;
beforeAll(async () => {
  generated = await generateClient("sqlite", anyModel);
});
afterAll(() => generated.remove());

const closings: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closings) await close();
});

async function openClient(): Promise<Extensible> {
  const fresh = await freshDatabase("sqlite", inject("services"));
  await createTables("sqlite", fresh.place, schema);
  const client = new generated.PrismaClient({ adapter: driverAdapter("sqlite", fresh.place) });
  closings.push(async () => {
    await client.$disconnect();
    await fresh.drop();
  });
  return client as Extensible;
}

test("a client with the extension for read replicas reads from its primary only", async () => {
  const [primary, copy] = [await openClient(), await openClient()];
  const db = prismaAdapter(primary.$extends(readReplicas({ replicas: [copy as never] })), { type: "sqlite" }).connect(
    schema,
  );
  const inserted = await db.insert(userModel, ada);
  expect(isConflict(inserted)).toBe(false);
  expect(await db.find(userModel, { email: ada.email })).toMatchObject(ada);
  expect(await db.list(userModel, {}, page)).toHaveLength(1);
  await db.shared?.(async (inside) => expect(await inside.count(userModel, {})).toBe(1));
});

test("the option `replica` answers reads that may lag, and no others", async () => {
  const [primary, replica] = [await openClient(), await openClient()];
  const db = prismaAdapter(primary, { type: "sqlite", replica }).connect(schema);
  await db.insert(userModel, ada);
  expect(await db.list(userModel, {}, page)).toEqual([]);
  expect(await db.count(userModel, {})).toBe(1);
});
