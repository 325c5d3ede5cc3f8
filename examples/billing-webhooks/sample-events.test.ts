import { memory } from "@keyhold/adapter-memory";
import { billing } from "@keyhold/billing";
import { sampleEvent, sampleRequest } from "@keyhold/billing-schema/testing";
import { createAuth } from "@keyhold/core";
import { expect, test } from "vitest";
import { handlers, purchases, subscriptionModel } from "./handlers.ts";

const baseURL = "http://localhost:3000";
const webhook = { url: `${baseURL}/api/auth/billing/webhook`, secret: "a-secret-for-this-test-only" };

test("a subscription ends when the provider says so", async () => {
  const database = memory();
  const plugins = [purchases, billing({ webhook: { secret: webhook.secret, handlers } })];
  const auth = createAuth({ secret: "only for this test: 4f9b7c21d8e3a650", baseURL, database, plugins });

  for (const type of ["subscription.active", "subscription.revoked"] as const) {
    const event = sampleEvent(type, { id: "subscription-1", customer: { externalId: "user-1" } });
    const response = await auth.handler(await sampleRequest(event, webhook));
    expect(response.status).toBe(200);
  }
  const row = await database.connect(auth.schema).find(subscriptionModel, { id: "subscription-1" });
  expect(row?.status).toBe("canceled");
});
