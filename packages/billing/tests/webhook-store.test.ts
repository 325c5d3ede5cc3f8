import { planMigration } from "@keyhold/adapter-kysely";
import { memory } from "@keyhold/adapter-memory";
import { billing, billingHandlers } from "@keyhold/billing";
import { webhookStoreCases } from "@keyhold/billing-schema/testing";
import { signWebhook } from "@keyhold/billing-schema/webhook";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import type { Context } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, inject, test } from "vitest";
import { refundCreated, secret } from "../../../tests/harness/billing/webhook-fixture.ts";
import { databaseTypes, freshDatabase } from "../../../tests/harness/databases.ts";
import { openDatabase } from "../../../tests/harness/processes/open.ts";
import { webhookStore } from "../src/webhook/webhook-store.ts";

const baseURL = "https://app.example.com";

/** The auth's context, as handlers get it. */
async function contextOf(database: Database, migrate: (auth: ReturnType<typeof createAuth>) => Promise<void>) {
  let found: Context | null = null;
  const handlers = billingHandlers().on("*", (_, { auth }) => {
    found = auth;
  });
  const plugins = [billing({ webhook: { secret, handlers } })];
  const auth = createAuth({ secret: "only for this test: 4f9b7c21d8e3a650", baseURL, database, plugins });
  await migrate(auth);
  const body = JSON.stringify(refundCreated);
  const headers = await signWebhook({ secret, id: crypto.randomUUID(), sentAt: new Date(), body });
  await auth.handler(new Request(`${baseURL}/api/auth/billing/webhook`, { method: "POST", headers, body }));
  await auth.idle();
  if (!found) throw new Error("No handler was run.");
  return found as Context;
}

describe("the webhook store in memory", () => {
  test.each(webhookStoreCases)("$name", async ({ run }) => {
    const ctx = await contextOf(memory(), async () => {});
    await run(async (now) => webhookStore(atTime(ctx, now)));
  });
});

describe.each(databaseTypes(inject("services")))("the webhook store on %s", (type) => {
  const closing: (() => Promise<void>)[] = [];
  let open: () => Promise<Context>;

  beforeAll(async () => {
    open = async () => {
      const fresh = await freshDatabase(type, inject("services"));
      const database = openDatabase(fresh);
      closing.push(
        () => database.close(),
        () => fresh.drop(),
      );
      return contextOf(database, async (auth) => (await planMigration(database, auth.schema)).apply());
    };
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  test.each(webhookStoreCases)("$name", async ({ run }) => {
    const ctx = await open();
    await run(async (now) => webhookStore(atTime(ctx, now)));
  });
});

/** The context at another time, inside of transactions as well. */
function atTime(ctx: Context, now: () => number): Context {
  const moved = { now: () => new Date(now()) };
  return {
    ...ctx,
    ...moved,
    transactionOn: (parent, id, work, ...rest) =>
      ctx.transactionOn(parent, id, (tx, row) => work({ ...tx, ...moved }, row), ...rest),
  };
}
