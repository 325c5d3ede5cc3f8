import { inspect } from "node:util";
import { BillingProviderError } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { describe, expect, test } from "vitest";
import { openShop } from "./shop.ts";

/** The error of a call. */
async function errorOf(call: Promise<unknown>): Promise<BillingProviderError> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BillingProviderError)) throw new Error(`Not a BillingProviderError: ${String(error)}`);
  return error;
}

const ada = { email: "ada@example.com", externalId: "ada" };

describe("the reason of a failed call", () => {
  test("is a conflict if another customer has the address or the external id", async () => {
    const { provider } = await openShop();
    await provider.customers.create(ada);
    const error = await errorOf(provider.customers.create({ email: ada.email }));
    expect([error.reason, error.status, error.issues[0]?.path]).toEqual(["conflict", 422, ["email"]]);
    expect((await errorOf(provider.customers.create({ email: "b@example.com", externalId: "ada" }))).reason).toBe(
      "conflict",
    );
  });

  test("is invalid with the fields, if a value is wrong", async () => {
    const { provider } = await openShop();
    const error = await errorOf(provider.checkouts.create({ products: ["none"] }));
    expect([error.reason, error.issues.map(({ path }) => path)]).toEqual(["invalid", [["products"]]]);
    expect(error.message).toBe("POST /v1/checkouts/: invalid (422): products");
  });

  test("is not-found for an unknown id, and for an id that a URL reads as another path", async () => {
    const { desk, provider } = await openShop();
    expect((await errorOf(provider.orders.get("none"))).reason).toBe("not-found");
    const count = desk.calls.length;
    for (const id of ["", ".", ".."]) expect((await errorOf(provider.orders.get(id))).reason).toBe("not-found");
    expect(desk.calls).toHaveLength(count);
  });

  test.each([
    [401, "unauthorized"],
    [402, "payment-failed"],
    [403, "unauthorized"],
    [409, "locked"],
    [500, "unavailable"],
    [302, "unavailable"],
  ])("of the status %i is %s", async (status, reason) => {
    const { desk, provider } = await openShop();
    desk.fail({ status });
    const error = await errorOf(provider.subscriptions.revoke("one"));
    expect([error.reason, error.mayHaveHappened]).toEqual([reason, reason === "unavailable"]);
  });
});

describe("a reading request", () => {
  test("is repeated after a failure that passes, three tries at most", async () => {
    const { desk, provider } = await openShop();
    desk.fail({ status: 503, times: 1 });
    desk.fail({ times: 1 });
    expect((await provider.products.list()).items).toHaveLength(4);
    expect(desk.calls.map(({ status }) => status)).toEqual([503, null, 200]);
    desk.fail({ status: 503 });
    const error = await errorOf(provider.products.list());
    expect([error.reason, error.mayHaveHappened]).toEqual(["unavailable", false]);
    expect(desk.calls).toHaveLength(6);
  });

  test("is not repeated after an answer that stays the same", async () => {
    const { desk, provider } = await openShop();
    await errorOf(provider.orders.get("none"));
    expect(desk.calls).toHaveLength(1);
  });
});

describe("a writing request", () => {
  test("is not repeated if it may have happened, and the error says so", async () => {
    const { desk, provider } = await openShop();
    desk.fail({ method: "POST", afterWriting: true });
    const error = await errorOf(provider.customers.create(ada));
    expect([error.reason, error.status, error.mayHaveHappened]).toEqual(["unavailable", null, true]);
    expect(desk.calls).toHaveLength(1);
    expect((await provider.customers.byOwner("ada"))?.email).toBe(ada.email);
  });

  test("is repeated after 429, which proves that it has not happened", async () => {
    const { desk, provider } = await openShop();
    desk.fail({ status: 429, retryAfterSeconds: 0, times: 2 });
    expect((await provider.customers.create(ada)).externalId).toBe("ada");
    expect(desk.calls.map(({ status }) => status)).toEqual([429, 429, 201]);
  });

  test("fails at once if the provider asks for a longer pause than a user waits", async () => {
    const { desk, provider } = await openShop();
    desk.fail({ status: 429, retryAfterSeconds: 60 });
    const error = await errorOf(provider.customers.create(ada));
    expect([error.reason, error.mayHaveHappened]).toEqual(["rate-limited", false]);
    expect(error.retryAfterSeconds).toBeGreaterThan(50);
    expect(desk.calls).toHaveLength(1);
  });

  test("without an answer in time may have happened", async () => {
    const { desk, provider } = await openShop({ timeoutSeconds: 0.05 });
    desk.fail({ method: "POST", status: 201, slowMilliseconds: 500, afterWriting: true, times: 1 });
    const error = await errorOf(provider.customers.create(ada));
    expect([error.reason, error.mayHaveHappened]).toEqual(["unavailable", true]);
    desk.recover();
  });
});

test("the token is in no error and in no text of the provider", async () => {
  const { desk, provider } = await openShop();
  desk.fail({ status: 500 });
  const error = await errorOf(provider.customers.create(ada));
  const shown = [error, provider].flatMap((value) => [
    inspect(value, { depth: 9, showHidden: true }),
    JSON.stringify(value),
  ]);
  for (const text of shown) expect(text).not.toContain(desk.accessToken);
});

test.each([
  [{ accessToken: "" }, "accessToken: empty"],
  [{ accessToken: undefined }, "accessToken: empty"],
  [{ accessToken: "two\nlines" }, "accessToken: empty, or not a token"],
  [{ accessToken: "x", baseURL: "http://api.polar.sh" }, "baseURL: not an https address"],
  [{ accessToken: "x", baseURL: "http://localhost.evil.example" }, "baseURL: not an https address"],
  [{ accessToken: "x", baseURL: "file:///etc" }, "baseURL: not an https address"],
  [{ accessToken: "x", timeoutSeconds: 0 }, "timeoutSeconds: not a number above 0"],
])("options that cannot be right are refused: %j", (options, message) => {
  expect(() => polar(options)).toThrow(message);
});
