import { defineExpiringValue, sessionModel, userModel, verificationModel } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, type Person, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import { sentMessages } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const day = 86_400_000;

/** The last proof of a number, as the plugin stores it. */
const uses = defineExpiringValue("phone-number-use", {
  lifetimeSeconds: null,
  value: z.object({ number: z.string(), usedAt: z.number(), claimedAt: z.number().nullable() }),
});

describe.each(databaseTypes(services))("a recycled number, sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "phones" });
  let made = 0;

  interface Code {
    readonly phoneNumber: string;
    readonly code: string;
    readonly challenge: string;
  }

  async function ask(phoneNumber: string): Promise<Code> {
    const answer = await bench().ask("/phone-number/send-otp", { phoneNumber });
    expect(answer.status).toBe(200);
    const { challenge } = await answer.json();
    return { phoneNumber, challenge, code: sentMessages.findLast(({ to }) => to === phoneNumber)?.code ?? "" };
  }

  const verify = (code: Code, more: object = {}): RacedRequest => ({
    method: "POST",
    path: "/phone-number/verify",
    body: { ...code, ...more },
  });

  /** A user with a verified number, whose last proof and claim are so many days ago. */
  async function owner(use: {
    usedDaysAgo: number;
    claimedDaysAgo: number | null;
  }): Promise<Person & { number: string }> {
    const person = await bench().signUp();
    made += 1;
    const number = `+49151${30_000_000 + made}`;
    const body = { ...(await ask(number)), updatePhoneNumber: true };
    expect((await bench().ask("/phone-number/verify", body, person.cookie)).status).toBe(200);
    const now = Date.now();
    const claimedAt = use.claimedDaysAgo === null ? null : now - use.claimedDaysAgo * day;
    const value = { number, usedAt: now - use.usedDaysAgo * day, claimedAt };
    const { identifier } = uses.placeOf(person.id);
    expect(await bench().db.remove(verificationModel, { identifier })).toBe(1);
    await bench().db.insert(verificationModel, uses.rowOf({ now: () => new Date() }, person.id, value));
    return { ...person, number };
  }

  const holders = (phoneNumber: string) =>
    bench().db.list(userModel, { phoneNumber } as object, { orderBy: "id", limit: 10 });
  const sessionsOf = (userId: string) => bench().db.count(sessionModel, { userId });

  test("an unused number opens nothing of its user", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, number } = await owner({ usedDaysAgo: 91, claimedDaysAgo: null });
      const code = await ask(number);
      const answers = await bench().race(every(() => verify(code)));
      expect(wins(answers)).toBe(0);
      expect(failures(answers).filter((code) => code === "PHONE_NUMBER_IN_DOUBT")).toHaveLength(1);
      expect((await holders(number)).map((user) => user.id)).toEqual([id]);
      expect(await sessionsOf(id)).toBe(1);
    });
  });

  test("after the term it makes one account, without a session of the first", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, number } = await owner({ usedDaysAgo: 100, claimedDaysAgo: 8 });
      const codes = [await ask(number), await ask(number), await ask(number)];
      const answers = await bench().race(every((caller) => verify(codes[caller % 3] as Code)));
      expect(wins(answers)).toBe(1);
      const found = await holders(number);
      expect(found).toHaveLength(1);
      expect(found[0]?.id).not.toBe(id);
      expect([await sessionsOf(found[0]?.id ?? ""), await sessionsOf(id)]).toEqual([1, 1]);
    });
  });

  test("after the term, of the first and a second user who verify it one has it", { timeout }, async () => {
    await eachRound(type, async () => {
      const first = await owner({ usedDaysAgo: 10, claimedDaysAgo: 8 });
      const second = await bench().signUp();
      const codes = [await ask(first.number), await ask(first.number)];
      const answers = await bench().race(
        every((caller) => ({
          ...verify(codes[caller % 2] as Code, { updatePhoneNumber: true }),
          cookie: [first, second][caller % 2]?.cookie ?? "",
        })),
      );
      expect(wins(answers)).toBe(1);
      const found = await holders(first.number);
      expect(found).toHaveLength(1);
      expect([first.id, second.id]).toContain(found[0]?.id);
    });
  });
});
