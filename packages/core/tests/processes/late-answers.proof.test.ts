import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { raceTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout } from "../../../../tests/harness/processes/outages.ts";
import {
  every,
  type Person,
  password,
  type Raced,
  useRaceBench,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const dayMilliseconds = 86_400_000;

/** The cookies of a browser after answers, in the order of their arrival. */
function arrive(cookie: string, answers: readonly Pick<Raced, "cookies">[]): string {
  const nameOf = (pair: string): string => pair.slice(0, pair.indexOf("="));
  const jar = new Map(cookie.split("; ").map((pair) => [nameOf(pair), pair]));
  for (const line of answers.flatMap(({ cookies }) => cookies)) {
    const [pair = ""] = line.split("; ");
    if (/Max-Age=0(;|$)/.test(line)) jar.delete(nameOf(pair));
    else jar.set(nameOf(pair), pair);
  }
  return [...jar.values()].join("; ");
}

/** Several orders of arrival, among them the worst: every read after the answer that replaces the token. */
function ordersOf(answers: readonly Raced[], isRead: (index: number) => boolean): readonly (readonly Raced[])[] {
  const reads = answers.filter((_, index) => isRead(index));
  const others = answers.filter((_, index) => !isRead(index));
  return [
    [...others, ...reads],
    [...reads, ...others],
    [...reads, ...others].reverse(),
    [...others, ...reads.reverse()],
  ];
}

describe.each(raceTypes(services))("answers in any order, from several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "core" });

  /** A session that the next read prolongs. */
  async function makeDue({ id }: Person): Promise<void> {
    const { db } = bench();
    const [session] = await db.list(sessionModel, { userId: id }, { orderBy: "id", limit: 1 });
    const past = new Date(Date.now() - 6 * dayMilliseconds);
    const change = { expiresAt: new Date(Date.now() + dayMilliseconds), createdAt: past, updatedAt: past };
    await db.update(sessionModel, session?.id ?? "", change);
  }

  const isSignedIn = async (cookie: string): Promise<boolean> => {
    const [answer] = await bench().send([{ method: "GET", path: "/get-session", cookie }]);
    return answer?.body !== null;
  };

  test.each<readonly [string, object]>([
    ["/step-up/password", { password }],
    [
      "/change-password",
      { currentPassword: password, newPassword: "another right password", revokeOtherSessions: false },
    ],
    ["/sign-in/email", { password }],
  ])(
    "POST %s among reads that prolong the session loses no session, and doubles none",
    {
      timeout: raceTimeout,
    },
    async (path, body) => {
      const { db, race, signUp } = bench();
      await eachRound(type, async () => {
        const person = await signUp();
        await makeDue(person);
        const { cookie, email } = person;
        const isRead = (index: number): boolean => index !== 5;
        const request = (index: number): RacedRequest =>
          isRead(index)
            ? { method: "GET", path: "/get-session", cookie }
            : { method: "POST", path, body: path === "/sign-in/email" ? { ...body, email } : body, cookie };
        const answers = await race(every(request));
        expect(answers[5]?.status).toBe(200);
        for (const order of ordersOf(answers, isRead)) expect(await isSignedIn(arrive(cookie, order))).toBe(true);
        expect(await db.count(sessionModel, { userId: person.id })).toBe(1);
      });
    },
  );

  test("of sixteen step-ups and changes of the password, one answer replaces the token", {
    timeout: raceTimeout,
  }, async () => {
    const { db, race, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      await makeDue(person);
      const { cookie } = person;
      const change = { currentPassword: password, newPassword: "another right password", revokeOtherSessions: false };
      const isRead = (index: number): boolean => index % 4 === 1;
      const requests: readonly RacedRequest[] = [
        { method: "POST", path: "/step-up/password", body: { password }, cookie },
        { method: "GET", path: "/get-session", cookie },
        { method: "POST", path: "/change-password", body: change, cookie },
        { method: "POST", path: "/update-user", body: { name: "Ada" }, cookie },
      ];
      const answers = await race(requests.concat(requests, requests, requests));
      for (const order of ordersOf(answers, isRead)) expect(await isSignedIn(arrive(cookie, order))).toBe(true);
      expect(await db.count(sessionModel, { userId: person.id })).toBe(1);
    });
  });
});
