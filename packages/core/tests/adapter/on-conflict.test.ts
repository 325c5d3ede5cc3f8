import { type KyselyDatabase, planMigration } from "@keyhold/adapter-kysely";
import { createAuth, defineErrors } from "@keyhold/core";
import { defineModel, definePlugin, endpointsFor, id, ok, text } from "@keyhold/core/plugin";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import * as z from "zod";
import { databaseTypes, type FreshDatabase, freshDatabase } from "../../../../tests/harness/databases.ts";
import { openDatabase } from "../../../../tests/harness/processes/open.ts";

const services = inject("services");

const couponModel = defineModel("coupon", { id: id(), code: text().unique(), note: text() });
const errors = defineErrors({ COUPON_EXISTS: { status: 409, message: "coupon exists" } });
const endpoint = endpointsFor<unknown, typeof errors>(errors);
const input = z.object({ code: z.string(), note: z.string() });

const create = endpoint({
  route: "POST /coupon/create",
  access: "public",
  doc: "Creates a coupon.",
  input,
  output: z.object({ code: z.string() }),
  errors: ["COUPON_EXISTS"],
  limit: null,
  async handle({ input: { code, note }, ctx }) {
    await ctx.db.insert(couponModel, { code, note }, { onConflict: errors.COUPON_EXISTS });
    return ok({ code });
  },
});

const createPair = endpoint({
  route: "POST /coupon/create-pair",
  access: "public",
  doc: "Creates a coupon and its twin, or no row.",
  input,
  output: z.object({ code: z.string() }),
  errors: ["COUPON_EXISTS"],
  limit: null,
  async handle({ input: { code, note }, ctx }) {
    await ctx.transaction(async (ctx) => {
      await ctx.db.insert(couponModel, { code: `${code}-twin`, note }, { onConflict: errors.COUPON_EXISTS });
      await ctx.db.insert(couponModel, { code, note }, { onConflict: errors.COUPON_EXISTS });
    });
    return ok({ code });
  },
});

const rename = endpoint({
  route: "POST /coupon/rename",
  access: "public",
  doc: "Gives the coupon of a note another code.",
  input,
  output: z.object({ code: z.string() }),
  errors: ["COUPON_EXISTS"],
  limit: null,
  async handle({ input: { code, note }, ctx }) {
    const [coupon] = await ctx.db.list(couponModel, { note }, { orderBy: "id", limit: 1 });
    await ctx.db.update(couponModel, coupon?.id ?? "", { code }, { onConflict: errors.COUPON_EXISTS });
    return ok({ code });
  },
});

const coupons = definePlugin({
  id: "coupons",
  errors,
  models: [couponModel],
  endpoints: { coupon: { create, createPair, rename } },
});

const open = (database: KyselyDatabase) =>
  createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database,
    plugins: [coupons],
  });

describe.each(databaseTypes(services))("on %s, a write with a unique value that another row has", (type) => {
  let fresh: FreshDatabase;
  let database: KyselyDatabase;
  let auth: ReturnType<typeof open>;
  let round = 0;
  beforeAll(async () => {
    fresh = await freshDatabase(type, services);
    database = openDatabase(fresh);
    auth = open(database);
    await (await planMigration(database, auth.schema)).apply();
  });
  afterAll(async () => {
    await database.close();
    await fresh.drop();
  });
  beforeEach(() => {
    round += 1;
  });

  const post = async (path: string, body: object): Promise<readonly [status: number, code: string]> => {
    const response = await auth.handler(
      new Request(`http://localhost:3000/api/auth/coupon/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "http://localhost:3000" },
        body: JSON.stringify(body),
      }),
    );
    return [response.status, (await response.json()).code];
  };
  const count = (code: string): Promise<number> => database.connect(auth.schema).count(couponModel, { code });

  test("answers the error of the decision, and the other row stays", async () => {
    const code = `A${round}`;
    expect(await post("create", { code, note: "first" })).toEqual([200, code]);
    expect(await post("create", { code, note: "second" })).toEqual([409, "COUPON_EXISTS"]);
    expect(await count(code)).toBe(1);
  });

  test("rolls the transaction back", async () => {
    const code = `B${round}`;
    await post("create", { code, note: "first" });
    expect(await post("create-pair", { code, note: "second" })).toEqual([409, "COUPON_EXISTS"]);
    expect(await count(`${code}-twin`)).toBe(0);
  });

  test("changes no row by an update", async () => {
    const code = `C${round}`;
    await post("create", { code, note: "taken" });
    await post("create", { code: `${code}-other`, note: `other ${code}` });
    expect(await post("rename", { code, note: `other ${code}` })).toEqual([409, "COUPON_EXISTS"]);
    expect([await count(code), await count(`${code}-other`)]).toEqual([1, 1]);
  });

  test("succeeds for one of sixteen concurrent callers", async () => {
    const code = `D${round}`;
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, note) => post("create", { code, note: `${note}` })),
    );
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([, answer]) => answer === "COUPON_EXISTS")).toHaveLength(15);
    expect(await count(code)).toBe(1);
  });
});
