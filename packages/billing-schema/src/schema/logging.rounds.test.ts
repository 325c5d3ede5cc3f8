import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { events } from "../../tests/exported.js";
import { placesOf, replaced } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import { safeDecodeEvent } from "../events/billing-event.js";
import { receive, signWebhook, type WebhookReport, webhookHandlers, webhookVerifier } from "../webhook.js";

/** The README's statements about safe logging. */

const canary = "Canary 7";
const number = 77_077.5;
const holdsCanary = (text: string): boolean => text.includes(canary) || text.includes(String(number));

const shapes = ["benefit_grant.updated", "checkout.created", "order.paid", "organization.updated"];
const distinct = events.filter(({ name }) =>
  [...shapes, "subscription.active", "customer.state_changed"].includes(name),
);

const isProof = repeats(10) === 10;
const forms: readonly unknown[] = [canary, number, [canary], { x: canary }];
/** Values in place of the value at a place: in the tier `proof` all, else a single value, and the next at the next place. */
const formsAt = (place: number): readonly unknown[] => forms.filter((_, index) => isProof || (place + index) % 4 === 0);

describe.each(["strict", "tolerant"] as const)("an error of %s mode", (mode) => {
  test.each(distinct)("holds no value of $name, in its message, its issues or beside them", (event) => {
    const payload = Reflect.get(payloads, event.name);
    let count = 0;
    for (const [place, { path }] of [...placesOf(event.field, payload)].entries()) {
      for (const value of formsAt(place)) {
        const result = event.safeDecode(replaced(payload, path, value), mode);
        if (result.success) continue;
        const { message, issues, ...rest } = result.error;
        if (holdsCanary(JSON.stringify([message, issues, rest]))) expect.fail(message);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(isProof ? 50 : 12);
  });

  test("holds the key of a map, and a short name where an enumeration has others", () => {
    const [orderPaid] = events.filter(({ name }) => name === "order.paid");
    const metadata = { [canary]: null };
    const data = { ...payloads["order.paid"].data, metadata, status: mode === "strict" ? "lost_in_space" : "paid" };
    const result = orderPaid?.safeDecode({ ...payloads["order.paid"], data }, mode);
    const text = result?.success === false ? result.error.message : "";
    expect(text).toContain(`data.metadata.${canary} is null`);
    if (mode === "strict") expect(text).toContain('data.status is "lost_in_space"');
  });
});

test("no report of a drifted, undecodable or rejected delivery contains a value of its event", async () => {
  const secret = "a-secret-of-the-provider";
  const reports: WebhookReport[] = [];
  const options = {
    handlers: webhookHandlers(),
    verifier: webhookVerifier({ secret }),
    contextOf: <Base>(base: Base): Base => base,
    report: (about: WebhookReport) => void reports.push(about),
  };
  const { data } = payloads["order.paid"];
  for (const payload of [
    { type: "order.paid", data: { ...data, newer: canary, status: canary } },
    { type: "order.paid", data: { ...data, id: [canary] } },
    { type: canary, data: canary },
  ]) {
    const body = JSON.stringify(payload);
    const headers = await signWebhook({ secret, id: "event-1", sentAt: new Date(), body });
    await receive({ headers, body }, options);
    await receive({ headers: { ...headers, "webhook-signature": `v1,${canary}` }, body }, options);
    await receive({ headers: { ...headers, "webhook-timestamp": canary }, body }, options);
  }
  expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(["drift", "undecodable", "unknown", "rejected"]));
  const texts = reports.map((report) => JSON.stringify(report) + ("error" in report ? String(report.error) : ""));
  expect(texts.filter(holdsCanary)).toEqual([]);
});

describe("no message", () => {
  const places = events
    .filter(({ name }) =>
      ["checkout.created", "benefit_grant.updated", "subscription.active", "customer.state_changed"].includes(name),
    )
    .flatMap(({ name, field }) => {
      const payload = Reflect.get(payloads, name);
      return [...placesOf(field, payload)].map(({ path }) => ({ payload, path }));
    });
  const runs = repeats(10) * 150;
  const secret = fc.oneof(
    fc.stringMatching(/^[0-9a-f]{12,64}$/).filter((text) => /\d/.test(text)),
    fc.stringMatching(/^[A-Za-z0-9+/_-]{16,60}$/).filter((text) => /[^a-z_]/.test(text)),
    fc.stringMatching(/^(?:sk|whsec|polar_oat)_[a-z0-9]{20,60}$/).filter((text) => /\d/.test(text)),
    fc.uuid(),
    fc.emailAddress(),
  );
  const around = fc.constantFrom<(text: string) => unknown>(
    (text) => text,
    (text) => [text],
    (text) => ({ key: text }),
    (text) => [{ type: text }],
  );

  test("has a value of the payload in it", () => {
    let refused = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        secret,
        around,
        fc.constantFrom("strict", "tolerant"),
        (place, text, wrap, mode) => {
          const wire = replaced(place.payload, place.path, wrap(text));
          const result = mode === "strict" ? safeDecodeEvent(wire) : safeDecodeEvent(wire, { mode });
          if (result.success) return;
          refused += 1;
          expect(result.error.message).not.toContain(text);
          for (const issue of result.error.issues) expect(JSON.stringify(issue)).not.toContain(text);
        },
      ),
      { numRuns: runs },
    );
    expect(refused).toBeGreaterThan(runs / 3);
  });
});
