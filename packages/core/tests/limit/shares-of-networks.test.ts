import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

/** A network uses a part of the budget of an account, and a single address a fixed number of wrong guesses. */

const attacker = "198.51.100.1";
const owner = "203.0.113.9";
const email = "ann@example.com";

const open = async (rateLimit = {}) => {
  const limits = { "/sign-in/email": false, "/sign-up/email": false } as const;
  const world = createTestAuth({ config: { rateLimit: { enabled: true, limits, ...rateLimit } } });
  const { password } = await world.signUp(email);
  const guess = async (ipAddress: string, given: string, at = email): Promise<number> => {
    const { browser } = world.visit({ ipAddress });
    return (await browser.post("/sign-in/email", { email: at, password: given })).status;
  };
  const right = (ipAddress: string): Promise<number> => guess(ipAddress, password);
  const wrong = (ipAddress: string, at?: string): Promise<number> => guess(ipAddress, "a wrong password", at);
  let names = 0;
  /** At another name each time. */
  const wrongElsewhere = (): Promise<number> => {
    names += 1;
    return wrong(attacker, `${names}@example.com`);
  };
  return { ...world, right, wrong, wrongElsewhere };
};

const count = async (times: number, send: () => Promise<number>): Promise<Readonly<Record<number, number>>> => {
  const counted: Record<number, number> = {};
  for (let sent = 0; sent < times; sent += 1) {
    const status = await send();
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
};

describe("wrong passwords from one network", () => {
  test("are compared ten times in fifteen minutes, and keep the owner of a new browser elsewhere out in no minute", async () => {
    const { wrong, right, clock } = await open();
    expect(await count(21, () => wrong(attacker))).toEqual({ 401: 10, 429: 11 });
    expect(await right(owner)).toBe(200);
    for (let round = 0; round < 120; round += 1) {
      clock.forward({ minutes: 1 });
      await wrong(attacker);
      if (round % 10 === 0) expect(await right(owner)).toBe(200);
    }
  });

  test("do so even if the owner never signs in", async () => {
    const { wrong, right, clock } = await open();
    await count(21, () => wrong(attacker));
    for (let round = 0; round < 360; round += 1) {
      clock.forward({ minutes: 1 });
      await wrong(attacker);
    }
    expect(await right(owner)).toBe(200);
  });

  test("are those of an IPv6 /48, which one attacker has", async () => {
    const { wrong, right } = await open();
    expect(await count(12, () => wrong("2001:db8:1:1::1"))).toEqual({ 401: 10, 429: 2 });
    expect(await wrong("2001:db8:1:ffff::1")).toBe(429);
    expect(await right(owner)).toBe(200);
  });

  test("are followed by a pause that grows to an hour, and that all such networks share", async () => {
    const { wrong, clock } = await open({ wrongPasswordsPerAddress: { windowSeconds: 3600, max: 1000 } });
    await count(10, () => wrong(attacker));
    clock.forward({ minutes: 15 });
    let compared = 0;
    for (let round = 0; round < 24 * 60; round += 1) {
      if ((await wrong(attacker)) === 401) compared += 1;
      clock.forward({ minutes: 1 });
    }
    expect(compared).toBeGreaterThan(20);
    expect(compared).toBeLessThanOrEqual(7 + 24);
  });

  test("of a name without an account have the same budgets", async () => {
    const { wrong } = await open();
    expect(await count(12, () => wrong(attacker, "free@example.com"))).toEqual({ 401: 10, 429: 2 });
    expect(await wrong(owner, "free@example.com")).toBe(401);
  });

  test("end with the right password from there", async () => {
    const { wrong, right } = await open();
    await count(9, () => wrong(attacker));
    expect(await right(attacker)).toBe(200);
    expect(await count(11, () => wrong(attacker))).toEqual({ 401: 10, 429: 1 });
  });
});

describe("an address", () => {
  const max = 10;
  const perAddress = { wrongPasswordsPerAddress: { windowSeconds: 3600, max } };

  test("has exactly as many wrong guesses at all accounts together, of 40 at once", async () => {
    const { wrong } = await open(perAddress);
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, name) => wrong(attacker, `${name}@example.com`)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(max);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40 - max);
  });

  test("loses no guess by right passwords", async () => {
    const { wrongElsewhere, right } = await open(perAddress);
    expect(await count(3 * max, () => right(attacker))).toEqual({ 200: 3 * max });
    expect(await count(max + 1, () => wrongElsewhere())).toEqual({ 401: max, 429: 1 });
    expect(await right(owner)).toBe(200);
  });

  test("has its guesses again in the next hour, and right passwords of this hour add none", async () => {
    const { wrongElsewhere, right, clock } = await open(perAddress);
    await count(max, () => right(attacker));
    clock.forward({ hours: 1 });
    expect(await count(max + 1, () => wrongElsewhere())).toEqual({ 401: max, 429: 1 });
  });

  test("without a guess left uses up no budget of an account", async () => {
    const { wrong, wrongElsewhere, right } = await open(perAddress);
    await count(max, () => wrongElsewhere());
    expect(await count(30, () => wrong(attacker))).toEqual({ 429: 30 });
    expect(await right(owner)).toBe(200);
  });
});
