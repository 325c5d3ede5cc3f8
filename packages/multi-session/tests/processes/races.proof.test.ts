import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, password, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "browsers" });

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

  /** A browser with three accounts, of which the last is active; the names of its sessions by user. */
  async function browserOfThree(people: readonly Account[]) {
    await endAll();
    const three = people.slice(0, 3);
    const cookie = await browserOf(three);
    const names = new Map((await sessions()).map(({ userId, token }) => [userId, token]));
    const call = (path: string, user: Account | undefined) => ({
      method: "POST" as const,
      path: `/multi-session/${path}`,
      body: { sessionToken: names.get(user?.id ?? "") },
      cookie,
    });
    return { three, call };
  }

  const owners = async (): Promise<readonly string[]> => (await sessions()).map(({ userId }) => userId).sort();
  const idsOf = (people: readonly Account[]): readonly string[] => people.map(({ id }) => id).sort();

  test("an account that is made active by sixteen callers has one session, and the others keep theirs", {
    timeout,
  }, async () => {
    const people = await accounts(3);
    await eachRound(type, async () => {
      const { three, call } = await browserOfThree(people);
      const answers = await bench().race(every(() => call("set-active", three[0])));
      expect(wins(answers)).toBeGreaterThan(0);
      expect(await owners()).toEqual(idsOf(three));
    });
  });

  test("an active account that sixteen callers end signs the browser out of no other account", {
    timeout,
  }, async () => {
    const people = await accounts(3);
    await eachRound(type, async () => {
      const { three, call } = await browserOfThree(people);
      const answers = await bench().race(every(() => call("revoke", three[2])));
      expect(wins(answers)).toBeGreaterThan(0);
      expect(answers.flatMap(({ cookies }) => cookies).filter((line) => /session_token=;/.test(line))).toEqual([]);
      expect(await owners()).toEqual(idsOf(three.slice(0, 2)));
    });
  });

  test("an account that is made active and ended at once has one session or none, as the answers say", {
    timeout,
  }, async () => {
    const people = await accounts(3);
    await eachRound(type, async () => {
      const { three, call } = await browserOfThree(people);
      const answers = await bench().race(every((caller) => call(caller % 2 ? "set-active" : "revoke", three[0])));
      const ended = wins(answers.filter((_, caller) => caller % 2 === 0));
      expect(ended).toBeLessThanOrEqual(1);
      expect(await owners()).toEqual(idsOf(ended ? three.slice(1) : three));
    });
  });
});
