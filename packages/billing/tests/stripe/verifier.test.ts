import { stripe } from "@keyhold/billing/stripe";
import { expect, onTestFinished, test, vi } from "vitest";
import { secret, signatureOf } from "./shop.ts";

test("a delivery is verified although the import of the key never ended in an earlier request", async () => {
  const { webhooks } = stripe({ apiKey: "sk_test_1" });
  const verifier = webhooks?.verifier({ secret }) ?? expect.fail("There is no verifier.");
  const body = JSON.stringify({ id: "evt_1", type: "charge.updated", data: { object: {} } });
  const delivery = { headers: { "stripe-signature": signatureOf(body) }, body: new TextEncoder().encode(body) };
  const importKey = vi.spyOn(crypto.subtle, "importKey");
  onTestFinished(() => importKey.mockRestore());
  // As on Cloudflare Workers, where the work of a cancelled request stops.
  importKey.mockImplementationOnce(() => new Promise(() => undefined));
  void verifier.verify(delivery);
  expect((await verifier.verify(delivery)).id).toBe("evt_1");
  expect((await verifier.verify(delivery)).id).toBe("evt_1");
  expect(importKey).toHaveBeenCalledTimes(2);
});
