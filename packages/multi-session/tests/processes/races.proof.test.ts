import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, password, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import { racePlugins } from "../../../../tests/harness/processes/race-plugins.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in four processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "browsers", plugins: racePlugins.browsers(), processes: 4 });

  interface Account {
    readonly id: string;
    readonly email: string;
  }

  async function accounts(count: number): Promise<readonly Account[]> {
    const made: Account[] = [];
    while (made.length < count) made.push(await bench().signUp());
    return made;
  }

  /** The cookies of a browser after an answer. */
  function after(cookie: string, answer: Response): string {
    const jar = new Map(
      [
        ...cookie.split("; ").filter(Boolean),
        ...answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""),
      ].map((pair) => [pair.slice(0, pair.indexOf("=")), pair]),
    );
    return [...jar.values()].filter((pair) => !pair.endsWith("=")).join("; ");
  }

  /** The cookies of one browser that has signed in to accounts. */
  async function browserOf(people: readonly Account[]): Promise<string> {
    let cookie = "";
    for (const { email } of people) {
      const answer = await bench().ask("/sign-in/email", { email, password }, cookie);
      expect(answer.status).toBe(200);
      cookie = after(cookie, answer);
    }
    return cookie;
  }

  const count = (): Promise<number> => bench().db.count(sessionModel, {});
  const sessions = () => bench().db.list(sessionModel, {}, { orderBy: "id", limit: 500 });

  async function endAll(): Promise<void> {
    for (const { id } of await sessions()) await bench().db.remove(sessionModel, { id });
  }

  test("sign-ins at the limit leave five sessions of the browser", { timeout }, async () => {
    const people = await accounts(16);
    await eachRound(type, async () => {
      await endAll();
      const cookie = await browserOf(people.slice(0, 2));
      const answers = await bench().race(
        every((caller) => ({
          method: "POST",
          path: "/sign-in/email",
          body: { email: people[caller]?.email, password },
          cookie,
        })),
      );
      expect(wins(answers)).toBeGreaterThan(0);
      expect(await count()).toBe(5);
    });
  });
});
