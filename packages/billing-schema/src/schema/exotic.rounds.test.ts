import { describe, expect, test } from "vitest";
import { repeats } from "../../../../tests/harness/repeats.js";
import { events } from "../../tests/exported.js";
import { placesOf, replaced } from "../../tests/mutations.js";
import { payloads } from "../../tests/payloads.js";
import { BillingSchemaError } from "./error.js";

const shapes = ["benefit_grant.updated", "checkout.created", "order.paid", "organization.updated", "product.created"];
const distinct = events.filter(({ name }) =>
  [...shapes, "subscription.active", "customer.state_changed"].includes(name),
);

describe("a value other than JSON", () => {
  const exotic: readonly unknown[] = [
    new Date(0),
    new Date(Number.NaN),
    new Map([["id", "x"]]),
    new Set(["x"]),
    new Error("x"),
    new Uint8Array(2),
    Object.create(null),
    Object.assign(Object.create({ id: "inherited" }), { own: 1 }),
    Object.freeze([Object.freeze({})]),
    new Array(3),
    Symbol("x"),
    10n,
    () => "x",
    undefined,
    /x/,
    new Proxy({}, {}),
  ];
  /** In the tier `proof` all; else four, others at each next place. */
  const valuesAt = (place: number): readonly unknown[] =>
    place === 0 || repeats(10) === 10 ? exotic : exotic.filter((_, index) => (place + index) % 4 === 0);

  test.each(distinct)(
    "in $name is rejected, or does no harm, and never throws another error",
    ({ name, field, safeDecode, encode }) => {
      const payload = Reflect.get(payloads, name);
      const places = [...placesOf(field, payload)].filter((_, index) => index % 3 === 0);
      for (const [place, { path }] of [{ path: [] }, ...places].entries()) {
        for (const value of valuesAt(place)) {
          const result = safeDecode(replaced(payload, path, value), "tolerant");
          if (result.success) expect(encode(result.data, "tolerant")).toBeTypeOf("object");
          else expect(result.error).toBeInstanceOf(BillingSchemaError);
        }
      }
    },
  );
});
