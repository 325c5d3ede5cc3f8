import { sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "links" });
  let made = 0;

  /** An address without an account. */
  function newAddress(): string {
    made += 1;
    return `new${made}@example.com`;
  }

  /** The token of a new link for an address. */
  async function ask(email: string): Promise<string> {
    expect((await bench().ask("/sign-in/magic-link", { email })).status).toBe(200);
    return bench().tokenIn("magic-link.sign-in");
  }

  const use = (token: string): RacedRequest => ({ method: "POST", path: "/magic-link/verify", body: { token } });

  async function expectOne(email: string): Promise<void> {
    const users = await bench().db.list(userModel, { email }, { orderBy: "id", limit: 10 });
    expect(users).toHaveLength(1);
    expect(await bench().db.count(sessionModel, { userId: users[0]?.id ?? "" })).toBe(1);
  }

  test("one link of a new address makes one account and one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const email = newAddress();
      const token = await ask(email);
      const answers = await bench().race(every(() => use(token)));
      expect([wins(answers), failures(answers)]).toEqual([1, ["INVALID_TOKEN"]]);
      await expectOne(email);
    });
  });

  test("three links of a new address make one account and one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const email = newAddress();
      const tokens: string[] = [];
      for (let count = 0; count < 3; count += 1) tokens.push(await ask(email));
      const answers = await bench().race(every((caller) => use(tokens[caller % 3] ?? "")));
      expect([wins(answers), failures(answers)]).toEqual([1, ["INVALID_TOKEN"]]);
      await expectOne(email);
    });
  });

  test("a link and a sign-up with a password make one account", { timeout }, async () => {
    await eachRound(type, async () => {
      const email = newAddress();
      const token = await ask(email);
      const signUp = { name: "Ada", email, password: "a right password" };
      await bench().race(
        every((caller) => (caller % 2 === 0 ? use(token) : { method: "POST", path: "/sign-up/email", body: signUp })),
      );
      expect(await bench().db.count(userModel, { email })).toBe(1);
    });
  });
});
