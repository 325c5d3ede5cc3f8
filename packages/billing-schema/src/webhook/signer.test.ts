import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signWebhook } from "./signer.js";
import { webhookVerifier } from "./verifier.js";

const secret = `whsec_${Buffer.from("a key of some length").toString("base64")}`;
const sentAt = new Date(1_700_000_000_999);
const body = '{"type":"order.paid"}';
const hmac = (key: string): string => createHmac("sha256", key).update(`evt_1.1700000000.${body}`).digest("base64");

describe("a signed webhook", () => {
  test("has the provider's headers, with the time in whole seconds", async () => {
    expect(await signWebhook({ secret, id: "evt_1", sentAt, body })).toEqual({
      "webhook-id": "evt_1",
      "webhook-timestamp": "1700000000",
      "webhook-signature": `v1,${hmac(secret)}`,
      "content-type": "application/json",
    });
  });

  test("is signed with the decoded secret when the standard derivation is asked for", async () => {
    const headers = await signWebhook({ secret, id: "evt_1", sentAt, body, derivation: "standard" });
    expect(headers["webhook-signature"]).toBe(`v1,${hmac("a key of some length")}`);
  });

  test.each(["provider", "standard"] as const)("of the %s derivation verifies, text or bytes", async (derivation) => {
    const verifier = webhookVerifier({ secret, now: () => 1_700_000_000_000 });
    for (const sent of [body, new TextEncoder().encode(body)]) {
      const headers = await signWebhook({ secret, id: "evt_1", sentAt, body: sent, derivation });
      expect(await verifier.verify({ headers, body: sent })).toEqual({
        id: "evt_1",
        sentAt: new Date(1_700_000_000_000),
        payload: { type: "order.paid" },
      });
    }
  });

  test.each([
    ["an empty secret", { secret: "" }],
    ["a bare prefix", { secret: "whsec_" }],
    ["a secret that is not base64, for the standard derivation", { secret: "ü", derivation: "standard" as const }],
    ["no valid date", { sentAt: new Date(Number.NaN) }],
  ])("is a TypeError for %s", async (_, wrong) => {
    await expect(signWebhook({ secret, id: "evt_1", sentAt, body, ...wrong })).rejects.toThrow(TypeError);
  });
});
