import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, type Person, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import { sentMessages } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");

/** Beyond the five guesses of a code a right guess is one too many. */
const lost = new Set(["INVALID_OTP", "TOO_MANY_ATTEMPTS", "PHONE_NUMBER_EXIST"]);

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "phones" });
  let made = 0;

  /** A number without an account. */
  function newNumber(): string {
    made += 1;
    return `+49151${20_000_000 + made}`;
  }

  interface Code {
    readonly phoneNumber: string;
    readonly code: string;
    readonly challenge: string;
  }

  /** A new code for a number, with its challenge. */
  async function ask(phoneNumber: string, path = "send-otp"): Promise<Code> {
    const answer = await bench().ask(`/phone-number/${path}`, { phoneNumber });
    expect(answer.status).toBe(200);
    const { challenge } = await answer.json();
    return { phoneNumber, challenge, code: sentMessages.at(-1)?.code ?? "" };
  }

  const verify = (body: Code): RacedRequest => ({ method: "POST", path: "/phone-number/verify", body });
  const expectLost = (codes: readonly (string | null)[]): void => {
    expect(codes.filter((code) => !lost.has(code ?? ""))).toEqual([]);
  };
  const holders = (phoneNumber: string) =>
    bench().db.list(userModel, { phoneNumber } as object, { orderBy: "id", limit: 10 });

  async function expectOne(phoneNumber: string): Promise<void> {
    const users = await holders(phoneNumber);
    expect(users).toHaveLength(1);
    expect(await bench().db.count(sessionModel, { userId: users[0]?.id ?? "" })).toBe(1);
  }

  test("one code of a new number makes one account and one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const code = await ask(newNumber());
      const answers = await bench().race(every(() => verify(code)));
      expect(wins(answers)).toBe(1);
      expectLost(failures(answers));
      await expectOne(code.phoneNumber);
    });
  });

  test("three codes of a new number make one account and one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const phoneNumber = newNumber();
      const codes: Code[] = [];
      for (let count = 0; count < 3; count += 1) codes.push(await ask(phoneNumber));
      const answers = await bench().race(every((caller) => verify(codes[caller % 3] as Code)));
      expect(wins(answers)).toBe(1);
      expectLost(failures(answers));
      await expectOne(phoneNumber);
    });
  });

  test("two users with codes of one number: one gets the number, also from a user who has not verified it", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const phoneNumber = newNumber();
      const unverified = await bench().signUp();
      await bench().db.update(userModel, unverified.id, { phoneNumber } as object);
      const people: Person[] = [await bench().signUp(), await bench().signUp()];
      const codes = [await ask(phoneNumber), await ask(phoneNumber)];
      const answers = await bench().race(
        every((caller) => ({
          ...verify({ ...(codes[caller % 2] as Code), updatePhoneNumber: true } as Code),
          cookie: people[caller % 2]?.cookie ?? "",
        })),
      );
      expect(wins(answers)).toBe(1);
      expectLost(failures(answers));
      const found = await holders(phoneNumber);
      expect(found).toHaveLength(1);
      expect(people.map(({ id }) => id)).toContain(found[0]?.id);
      expect(found[0]).toMatchObject({ phoneNumberVerified: true });
    });
  });

  test("a user who adds a number and a sign-up by the number: one gets the number", { timeout }, async () => {
    await eachRound(type, async () => {
      const phoneNumber = newNumber();
      const person = await bench().signUp();
      const codes = [await ask(phoneNumber), await ask(phoneNumber)];
      const answers = await bench().race(
        every((caller) =>
          caller % 2 === 0
            ? verify(codes[0] as Code)
            : { ...verify({ ...codes[1], updatePhoneNumber: true } as unknown as Code), cookie: person.cookie },
        ),
      );
      expect(wins(answers)).toBe(1);
      expect(await holders(phoneNumber)).toHaveLength(1);
    });
  });

  test("of a password reset and a sign-in by codes, one has an effect", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await bench().signUp();
      const phoneNumber = newNumber();
      const added = await bench().ask(
        "/phone-number/verify",
        { ...(await ask(phoneNumber)), updatePhoneNumber: true },
        cookie,
      );
      expect(added.status).toBe(200);
      const code = await ask(phoneNumber);
      const { code: otp, ...asked } = await ask(phoneNumber, "request-password-reset");
      const body = { ...asked, otp, newPassword: "another right password" };
      const before = await bench().db.find(accountModel, { userId: id });
      const answers = await bench().race(
        every((caller) =>
          caller % 4 === 0 ? { method: "POST", path: "/phone-number/reset-password", body } : verify(code),
        ),
      );
      expect(wins(answers)).toBe(1);
      const after = await bench().db.find(accountModel, { userId: id });
      const isReset = before?.password !== after?.password;
      expect(await bench().db.count(sessionModel, { userId: id })).toBe(isReset ? 0 : 2);
    });
  });

  /** A user with an address, a password and a verified number. */
  async function numbered(): Promise<Person & { phoneNumber: string }> {
    const person = await bench().signUp();
    const phoneNumber = newNumber();
    const body = { ...(await ask(phoneNumber)), updatePhoneNumber: true };
    expect((await bench().ask("/phone-number/verify", body, person.cookie)).status).toBe(200);
    return { ...person, phoneNumber };
  }
  const remove = ({ cookie }: Person): RacedRequest => ({
    method: "POST",
    path: "/phone-number/remove",
    body: {},
    cookie,
  });

  test("a removal and sign-ins by a code: the number is gone, and signs in at most once, before it", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const person = await numbered();
      const code = await ask(person.phoneNumber);
      const answers = await bench().race(every((caller) => (caller % 2 === 0 ? remove(person) : verify(code))));
      const signIns = answers.filter((_, caller) => caller % 2 === 1);
      expect(wins(answers) - wins(signIns)).toBe(8);
      expect(wins(signIns)).toBeLessThanOrEqual(1);
      expectLost(failures(signIns));
      expect(await holders(person.phoneNumber)).toEqual([]);
      expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(1 + wins(signIns));
      const late = await bench().ask("/phone-number/verify", code);
      expect(late.status).toBe(400);
    });
  });

  test("a code to confirm a step confirms it once, also beside sign-ins by another code of the number", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const person = await numbered();
      const { cookie } = person;
      expect((await bench().ask("/step-up/send-phone-code", {}, cookie)).status).toBe(200);
      // The message follows the answer.
      await expect.poll(() => sentMessages.at(-1)?.kind).toBe("step-up");
      const body = { code: sentMessages.at(-1)?.code ?? "" };
      const code = await ask(person.phoneNumber);
      const confirm: RacedRequest = { method: "POST", path: "/step-up/phone-code", body, cookie };
      const answers = await bench().race(every((caller) => (caller % 2 === 0 ? confirm : verify(code))));
      // Both are codes of one number: the first use ends the other.
      expect(wins(answers)).toBe(1);
      // A confirmation gives the session a new token: later confirmations have sent a token that has ended.
      const isConfirmed = wins(answers.filter((_, caller) => caller % 2 === 0)) === 1;
      expectLost(failures(answers).filter((code) => !(isConfirmed && code === "UNAUTHORIZED")));
      const signIns = answers.filter((_, caller) => caller % 2 === 1);
      expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(1 + wins(signIns));
    });
  });

  test("of the number and the last account, one stays", { timeout }, async () => {
    await eachRound(type, async () => {
      const person = await numbered();
      const unlink: RacedRequest = {
        method: "POST",
        path: "/unlink-account",
        body: { providerId: "credential" },
        cookie: person.cookie,
      };
      await bench().race(every((caller) => (caller % 2 === 0 ? remove(person) : unlink)));
      const accounts = await bench().db.count(accountModel, { userId: person.id });
      expect(accounts + (await holders(person.phoneNumber)).length).toBe(1);
    });
  });
});
