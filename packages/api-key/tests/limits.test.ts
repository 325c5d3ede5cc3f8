import { rateLimitHeaders } from "@keyhold/core/principal";
import { describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { email, type Fixture, open } from "./fixture.ts";

async function ada(fixture: Fixture, values: object = {}) {
  const { user, browser } = await fixture.signUp(email);
  const made = await fixture.auth.api.createApiKey({ userId: user.id, ...values });
  return { ...made, user, browser };
}

describe("a key with limited uses", () => {
  test("stays at zero, and says so", async () => {
    const fixture = open();
    const { key, id } = await ada(fixture, { remaining: 2 });
    const seen = [];
    for (let use = 0; use < 4; use += 1) seen.push(await fixture.refusal(key));
    expect(seen).toEqual([null, null, "USAGE_EXCEEDED", "USAGE_EXCEEDED"]);
    expect(await fixture.db.find(apiKeyModel, { id })).toMatchObject({ remaining: 0 });
    const asked = fixture.principal({ "x-api-key": key });
    await expect(asked).rejects.toMatchObject({ status: 429, code: "USAGE_EXCEEDED" });
  });

  test("is refilled in whole intervals of the clock, without a write until it is used", async () => {
    const fixture = open();
    const hour = 3_600_000;
    const { key, id, createdAt } = await ada(fixture, { remaining: 1, refillAmount: 3, refillInterval: hour });
    const row = async () => {
      const { remaining, lastRefillAt } = (await fixture.db.find(apiKeyModel, { id })) ?? {};
      return [remaining, lastRefillAt && lastRefillAt.getTime() - createdAt.getTime()];
    };
    expect([await fixture.refusal(key), await fixture.refusal(key)]).toEqual([null, "USAGE_EXCEEDED"]);
    fixture.clock.forward({ seconds: 3599 });
    expect(await fixture.refusal(key)).toBe("USAGE_EXCEEDED");
    fixture.clock.forward({ seconds: 1 });
    expect(await row()).toEqual([0, null]);
    expect(await fixture.refusal(key)).toBe(null);
    expect(await row()).toEqual([2, hour]);
    fixture.clock.forward({ minutes: 150 });
    expect(await fixture.refusal(key)).toBe(null);
    // Two more whole intervals: the amount does not add up, and the half interval counts for the next refill.
    expect(await row()).toEqual([2, 3 * hour]);
    fixture.clock.forward({ minutes: 30 });
    expect(await fixture.refusal(key)).toBe(null);
    expect(await row()).toEqual([2, 4 * hour]);
  });
});

describe("a limit", () => {
  const limit = { max: 2, windowSeconds: 60 };

  test("of the app counts each key, says what is left, and begins again", async () => {
    const fixture = open({ options: { limit } });
    const { key, user } = await ada(fixture);
    const other = await fixture.auth.api.createApiKey({ userId: user.id });
    const left = async () => (await fixture.verify(key)).principal?.limit;
    expect(await left()).toEqual({ policy: "key", ...limit, remaining: 1, resetSeconds: 60 });
    expect(await left()).toMatchObject({ remaining: 0 });
    expect((await fixture.verify(key)).error).toMatchObject({ code: "RATE_LIMITED", details: { tryAgainIn: 60_000 } });
    expect(await fixture.refusal(other.key)).toBe(null);
    fixture.clock.forward({ seconds: 60 });
    expect(await fixture.refusal(key)).toBe(null);
  });

  test("of an owner is shared by all keys of the owner", async () => {
    const fixture = open({ options: { ownerLimit: limit } });
    const { key, user, browser } = await ada(fixture);
    const other = await fixture.auth.api.createApiKey({ userId: user.id });
    const organizationId = await fixture.found(browser, "acme");
    const foreign = await fixture.auth.api.createApiKey({ organizationId });
    const seen = [];
    for (const used of [key, other.key, key, other.key, foreign.key]) seen.push(await fixture.refusal(used));
    expect(seen).toEqual([null, null, "RATE_LIMITED", "RATE_LIMITED", null]);
  });

  test("is told in headers: of the key or of the owner: the limit that ends first", async () => {
    const fixture = open({ options: { limit, ownerLimit: { max: 3, windowSeconds: 3600 } } });
    const { key, user } = await ada(fixture);
    const headersOf = async (used: string) => {
      const principal = await fixture.principal({ "x-api-key": used });
      return principal && rateLimitHeaders(principal);
    };
    const [policy, owners] = ['"key";q=2;w=60', '"owner";q=3;w=3600'];
    expect(await headersOf(key)).toEqual({ "ratelimit-policy": policy, ratelimit: '"key";r=1;t=60' });
    expect(await headersOf(key)).toEqual({ "ratelimit-policy": policy, ratelimit: '"key";r=0;t=60' });
    const ofKey = { "retry-after": "60", "ratelimit-policy": policy, ratelimit: '"key";r=0;t=60' };
    await expect(headersOf(key)).rejects.toMatchObject({ status: 429, code: "RATE_LIMITED", headers: ofKey });
    expect((await fixture.verify(key)).error?.details).toEqual({ tryAgainIn: 60_000, headers: ofKey });
    const other = await fixture.auth.api.createApiKey({ userId: user.id });
    expect(await headersOf(other.key)).toEqual({ "ratelimit-policy": owners, ratelimit: '"owner";r=0;t=3600' });
    const ofOwner = { "retry-after": "3600", "ratelimit-policy": owners };
    await expect(headersOf(other.key)).rejects.toMatchObject({ status: 429, headers: ofOwner });
    const { browser } = await fixture.signUp("bob@example.com");
    const session = await fixture.auth.api.getPrincipal({}, { headers: browser.headers() });
    expect(session && rateLimitHeaders(session)).toEqual({});
    const unlimited = open();
    const free = await ada(unlimited);
    const principal = await unlimited.principal({ "x-api-key": free.key });
    expect(principal && rateLimitHeaders(principal)).toEqual({});
  });

  test("of uses says when they are refilled", async () => {
    const fixture = open();
    const { key } = await ada(fixture, { remaining: 1, refillAmount: 1, refillInterval: 60_000 });
    await fixture.verify(key);
    fixture.clock.forward({ seconds: 15 });
    const details = { tryAgainIn: 45_000, headers: { "retry-after": "45" } };
    expect((await fixture.verify(key)).error).toMatchObject({ code: "USAGE_EXCEEDED", details });
    const asked = fixture.principal({ "x-api-key": key });
    await expect(asked).rejects.toMatchObject({ status: 429, headers: details.headers });
  });

  test("of a key comes before the limit of the app, and a limited use takes no use away", async () => {
    const fixture = open({ options: { limit: { max: 100, windowSeconds: 60 } } });
    const { key, id } = await ada(fixture, { rateLimit: { max: 1, windowSeconds: 10 }, remaining: 5 });
    expect([await fixture.refusal(key), await fixture.refusal(key)]).toEqual([null, "RATE_LIMITED"]);
    expect(await fixture.db.find(apiKeyModel, { id })).toMatchObject({ remaining: 4, rateLimitTimeWindow: 10_000 });
  });

  test("counts a request once, however often the app asks, with headers of any kind", async () => {
    const fixture = open({ options: { limit } });
    const { key, id } = await ada(fixture, { remaining: 5 });
    const remaining = async () => (await fixture.db.find(apiKeyModel, { id }))?.remaining;
    const headers = new Headers({ "x-api-key": key });
    const ask = (given: Headers | Record<string, string>) => fixture.auth.api.getPrincipal({}, { headers: given });
    await Promise.all([ask(headers), ask(headers), ask(headers)]);
    await ask(headers);
    expect(await remaining()).toBe(4);
    const node = { "x-api-key": key, host: "app.example.com" };
    await Promise.all([ask(node), ask(node)]);
    await ask(node);
    expect(await remaining()).toBe(3);
    await expect(ask(new Headers({ "x-api-key": key }))).rejects.toMatchObject({ status: 429, code: "RATE_LIMITED" });
  });

  test("is off by default", async () => {
    const fixture = open();
    const { key } = await ada(fixture);
    for (let use = 0; use < 200; use += 1) expect(await fixture.refusal(key)).toBe(null);
  });
});

test("the last use is written behind the answer, at most once a minute, with the address of the client", async () => {
  const fixture = open();
  const { key, id } = await ada(fixture);
  const row = async () => {
    await fixture.auth.idle();
    return fixture.db.find(apiKeyModel, { id });
  };
  const use = (ipAddress: string) => fixture.auth.api.getPrincipal({}, { headers: { "x-api-key": key }, ipAddress });
  const first = fixture.clock.now();
  await Promise.all(Array.from({ length: 8 }, () => use("203.0.113.7")));
  expect(await row()).toMatchObject({ lastRequest: first, lastUsedIp: "203.0.113.7" });
  fixture.clock.forward({ seconds: 59 });
  await use("203.0.113.7");
  expect(await row()).toMatchObject({ lastRequest: first, lastUsedIp: "203.0.113.7" });
  fixture.clock.forward({ seconds: 1 });
  await use("203.0.113.7");
  expect(await row()).toMatchObject({ lastRequest: fixture.clock.now(), lastUsedIp: "203.0.113.7" });
});

test("the first use from a new address is written at once, and told once; the first use of a key is not told", async () => {
  const fixture = open();
  const { key, id, user } = await ada(fixture);
  const use = async (ipAddress: string) => {
    await fixture.auth.api.getPrincipal({}, { headers: { "x-api-key": key }, ipAddress });
    await fixture.auth.idle();
  };
  const told = () =>
    fixture.events.flatMap((event) => (event.type === "api-key.used-from-new-address" ? [event.ipAddress] : []));
  await use("203.0.113.7");
  expect(told()).toEqual([]);
  const [at, moved] = ["203.0.113.8", "2001:db8::1"];
  for (const address of [at, at, "203.0.113.7", moved, at, moved]) await use(address);
  expect(told()).toEqual([at, moved]);
  const event = fixture.events.find(({ type }) => type === "api-key.used-from-new-address");
  expect(event).toMatchObject({ keyId: id, referenceId: user.id, actorId: user.id });
  // The list of addresses does not grow without end.
  for (let last = 0; last < 60; last += 1) await use(`198.51.100.${last}`);
  expect(told()).toHaveLength(31);
});
