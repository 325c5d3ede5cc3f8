import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");

/** Beyond the five guesses of a code a right guess is one too many. */
const lost = new Set(["INVALID_OTP", "TOO_MANY_ATTEMPTS"]);

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "codes" });
  let made = 0;

  /** An address without an account. */
  function newAddress(): string {
    made += 1;
    return `new${made}@example.com`;
  }

  interface Code {
    readonly email: string;
    readonly otp: string;
    readonly challenge: string;
  }

  /** A new code for an address, with its challenge. */
  async function ask(email: string, kind = "sign-in"): Promise<Code> {
    const answer = await bench().ask("/email-otp/send-verification-otp", { email, type: kind });
    expect(answer.status).toBe(200);
    const { challenge } = await answer.json();
    return { email, challenge, otp: bench().tokenIn("email-otp.code") };
  }

  const signIn = (body: Code): RacedRequest => ({ method: "POST", path: "/sign-in/email-otp", body });
  const expectLost = (codes: readonly (string | null)[]): void => {
    expect(codes.filter((code) => !lost.has(code ?? ""))).toEqual([]);
  };

  async function expectOne(email: string): Promise<void> {
    const users = await bench().db.list(userModel, { email }, { orderBy: "id", limit: 10 });
    expect(users).toHaveLength(1);
    expect(await bench().db.count(sessionModel, { userId: users[0]?.id ?? "" })).toBe(1);
  }

  test("one code of a new address makes one account and one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const code = await ask(newAddress());
      const answers = await bench().race(every(() => signIn(code)));
      expect(wins(answers)).toBe(1);
      expectLost(failures(answers));
      await expectOne(code.email);
    });
  });

  test("three codes of a new address make one account and one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const email = newAddress();
      const codes: Code[] = [];
      for (let count = 0; count < 3; count += 1) codes.push(await ask(email));
      const answers = await bench().race(every((caller) => signIn(codes[caller % 3] as Code)));
      expect(wins(answers)).toBe(1);
      expectLost(failures(answers));
      await expectOne(email);
    });
  });

  test("a code and a sign-up with a password make one account", { timeout }, async () => {
    await eachRound(type, async () => {
      const code = await ask(newAddress());
      const signUp = { name: "Ada", email: code.email, password: "a right password" };
      await bench().race(
        every((caller) => (caller % 2 === 0 ? signIn(code) : { method: "POST", path: "/sign-up/email", body: signUp })),
      );
      expect(await bench().db.count(userModel, { email: code.email })).toBe(1);
    });
  });

  test("of a password reset and a sign-in by codes, one has an effect", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, email } = await bench().signUp();
      await bench().db.update(userModel, id, { emailVerified: true });
      const code = await ask(email);
      const reset = { ...(await ask(email, "forget-password")), password: "another right password" };
      const before = await bench().db.find(accountModel, { userId: id });
      const answers = await bench().race(
        every((caller) =>
          caller % 4 === 0 ? { method: "POST", path: "/email-otp/reset-password", body: reset } : signIn(code),
        ),
      );
      expect(wins(answers)).toBe(1);
      const after = await bench().db.find(accountModel, { userId: id });
      const isReset = before?.password !== after?.password;
      expect(await bench().db.count(sessionModel, { userId: id })).toBe(isReset ? 0 : 2);
    });
  });
});
