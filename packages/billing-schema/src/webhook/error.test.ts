import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import type { Delivery } from "./delivery.js";
import { type WebhookVerificationCode, WebhookVerificationError } from "./error.js";
import { signWebhook } from "./signer.js";
import { webhookVerifier } from "./verifier.js";

describe("a verification error", () => {
  const statuses: { readonly [code in WebhookVerificationCode]: number } = {
    WEBHOOK_HEADERS_MISSING: 400,
    WEBHOOK_HEADERS_INVALID: 400,
    WEBHOOK_TIMESTAMP_INVALID: 400,
    WEBHOOK_TIMESTAMP_TOO_OLD: 403,
    WEBHOOK_TIMESTAMP_TOO_NEW: 403,
    WEBHOOK_SIGNATURE_MISMATCH: 403,
    WEBHOOK_BODY_PARSED: 400,
    WEBHOOK_BODY_INVALID: 400,
  };

  test("has status 403 for an unverified sender, and 400 for a request that cannot be a webhook", () => {
    const codes = Object.keys(statuses) as WebhookVerificationCode[];
    const given = codes.map((code) => [code, new WebhookVerificationError(code, "why").status]);
    expect(Object.fromEntries(given)).toEqual(statuses);
  });

  test("is an Error with a name, and without a cause", () => {
    const error = new WebhookVerificationError("WEBHOOK_BODY_INVALID", "why");
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe("WebhookVerificationError: why");
    expect("cause" in error).toBe(false);
  });
});

describe("the message contains no secret, no signature and no body, for", () => {
  const secret = "polar_whs_0fJ3nQ8sT1vX5zB7dH9k";
  const verifier = webhookVerifier({ secret, now: () => 1_700_000_000_000 });
  const seconds = 1_700_000_000;
  const whole = { id: "evt_1", sentAt: new Date(seconds * 1000), body: '{"name":"confidential"}', secret };
  const parsed = { name: "confidential" } as never;

  test.each<[WebhookVerificationCode, string, Partial<typeof whole>, Partial<Delivery>]>([
    ["WEBHOOK_SIGNATURE_MISMATCH", "another secret", { secret: "polar_whs_confidential" }, {}],
    ["WEBHOOK_SIGNATURE_MISMATCH", "another body", {}, { body: '{"name":"confidential" }' }],
    ["WEBHOOK_TIMESTAMP_TOO_OLD", "an old delivery", { sentAt: new Date(0) }, {}],
    ["WEBHOOK_TIMESTAMP_TOO_NEW", "a new delivery", { sentAt: new Date(seconds * 2000) }, {}],
    ["WEBHOOK_BODY_INVALID", "signed text that is not JSON", { body: "confidential" }, {}],
    ["WEBHOOK_BODY_INVALID", "signed JSON that is cut short", { body: '{"name":"confidential' }, {}],
    ["WEBHOOK_BODY_PARSED", "a parsed body", {}, { body: parsed }],
    ["WEBHOOK_HEADERS_INVALID", "an id that is none", { id: "confidential id" }, {}],
  ])("%s: %s", async (code, _, signed, sent) => {
    const made = { ...whole, ...signed };
    const headers = await signWebhook(made);
    const good = await signWebhook({ ...made, secret });
    const error: unknown = await verifier
      .verify({ headers, body: made.body, ...sent })
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code });
    const said = `${error}${inspect(error, { depth: 9, showHidden: true })}${JSON.stringify(error)}`;
    for (const hidden of [secret, "confidential", headers["webhook-signature"], good["webhook-signature"]]) {
      expect(said).not.toContain(hidden.replace("v1,", ""));
    }
  });

  test("the verifier itself: it does not show its secret either", () => {
    expect(inspect(verifier, { depth: 9, showHidden: true })).not.toContain("0fJ3nQ8s");
  });
});
