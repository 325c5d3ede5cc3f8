import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, expectCount, raceTimeout, unknowns } from "../../../../tests/harness/processes/outages.ts";
import {
  every,
  expectWins,
  failures,
  type Person,
  password,
  possibleWinners,
  type Raced,
  unknownWins,
  useRaceBench,
  wins,
} from "../../../../tests/harness/processes/race-bench.ts";

const services = inject("services");

describe.each(racedByProcesses(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "core" });

  const rowsOf = async ({ id }: Person): Promise<{ users: number; accounts: number; sessions: number }> => ({
    users: await bench().db.count(userModel, { id }),
    accounts: await bench().db.count(accountModel, { userId: id }),
    sessions: await bench().db.count(sessionModel, { userId: id }),
  });

  const verifyAddress = ({ id }: Person): Promise<unknown> => bench().db.update(userModel, id, { emailVerified: true });

  test("one reset token sets one password", { timeout: raceTimeout }, async () => {
    const { ask, race, signUp, tokenIn } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      await ask("/forget-password", { email: person.email });
      const token = tokenIn("reset-password");
      const passwordOf = (caller: number): string => `the new password ${caller}`;
      const answers = await race(
        every((caller) => ({
          method: "POST",
          path: "/reset-password",
          body: { token, newPassword: passwordOf(caller) },
        })),
      );
      expectWins(answers, 1);
      expect(failures(answers)).toEqual(["INVALID_TOKEN"]);
      const signIns: number[] = [];
      for (const winner of possibleWinners(answers)) {
        const body = { email: person.email, password: passwordOf(winner) };
        signIns.push((await ask("/sign-in/email", body)).status);
      }
      expect(signIns.filter((status) => status === 200)).toHaveLength(1);
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 1 });
    });
  });

  test("one verification link verifies an address and opens one session", { timeout: raceTimeout }, async () => {
    const { db, race, signUp, tokenIn } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const body = { token: tokenIn("verify-email") };
      const answers = await race(every(() => ({ method: "POST", path: "/verify-email", body })));
      expectOneSession(answers);
      expect(await db.find(userModel, { id: person.id })).toMatchObject({ emailVerified: true });
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 2 });
    });
  });

  test("of two links to change an address one is used, once", { timeout: raceTimeout }, async () => {
    const { ask, db, made, race, signUp, tokenIn } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      await verifyAddress(person);
      const targets = [`first${made()}@example.com`, `second${made()}@example.com`];
      const paths: string[] = [];
      for (const newEmail of targets) {
        await ask("/change-email", { newEmail }, person.cookie);
        paths.push(`/verify-email?token=${encodeURIComponent(tokenIn("confirm-email-change"))}`);
      }
      const { cookie } = person;
      const answers = await race(every((caller) => ({ method: "GET", path: paths[caller % 2] ?? "", cookie })));
      expectWins(answers, 1);
      const user = await db.find(userModel, { id: person.id });
      expect(user?.emailVerified).toBe(false);
      expect(possibleWinners(answers).map((winner) => targets[winner % 2])).toContain(user?.email);
    });
  });

  test("two users change to one address: one of them gets it", { timeout: raceTimeout }, async () => {
    const { db, made, race, signUp } = bench();
    await eachRound(type, async () => {
      const people = [await signUp(), await signUp()];
      const newEmail = `wanted${made()}@example.com`;
      const answers = await race(
        every((caller) => ({
          method: "POST",
          path: "/change-email",
          body: { newEmail },
          cookie: people[caller % 2]?.cookie ?? "",
        })),
      );
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      expect(await db.count(userModel, { email: newEmail })).toBe(1);
      for (const person of people) expect(await rowsOf(person)).toMatchObject({ users: 1, accounts: 1 });
    });
  });

  test("revoked sessions are not restored by a refresh", { timeout: raceTimeout }, async () => {
    const { db, race, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const [session] = await db.list(sessionModel, { userId: person.id }, { orderBy: "id", limit: 1 });
      const soon = new Date(Date.now() + 86_400_000);
      await db.update(sessionModel, session?.id ?? "", {
        expiresAt: soon,
        createdAt: new Date(Date.now() - 6 * 86_400_000),
      });
      const { cookie } = person;
      await race(
        every((caller) =>
          caller % 2
            ? { method: "GET", path: "/get-session", cookie }
            : { method: "POST", path: "/revoke-sessions", body: {}, cookie },
        ),
      );
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 0 });
    });
  });

  test("one link deletes a user, and no session that was opened meanwhile remains", {
    timeout: raceTimeout,
  }, async () => {
    const { ask, race, signUp, tokenIn } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const { email, cookie } = person;
      await ask("/delete-user", {}, cookie);
      const link = { path: "/delete-user/callback", body: { token: tokenIn("delete-account") } };
      const answers = await race(
        every((caller) =>
          caller % 2
            ? { method: "POST", path: "/sign-in/email", body: { email, password } }
            : { method: "POST", ...link, cookie },
        ),
      );
      expectWins(
        answers.filter((_, caller) => caller % 2 === 0),
        1,
      );
      expect(await rowsOf(person)).toEqual({ users: 0, accounts: 0, sessions: 0 });
    });
  });

  test("of the last two accounts one remains", { timeout: raceTimeout }, async () => {
    const { db, made, race, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const at = new Date();
      await db.transactionOn(userModel, person.id, async (tx, user) => {
        await tx.insert(
          accountModel,
          { providerId: "github", accountId: `gh${made()}`, userId: user.id, createdAt: at, updatedAt: at },
          user,
        );
      });
      const { cookie } = person;
      const answers = await race(
        every((caller) => ({
          method: "POST",
          path: "/unlink-account",
          body: { providerId: caller % 2 ? "github" : "credential" },
          cookie,
        })),
      );
      expectWins(answers, 1);
      expect(await rowsOf(person)).toMatchObject({ users: 1, accounts: 1 });
    });
  });

  test("a session that is replaced by its password is replaced once", { timeout: raceTimeout }, async () => {
    const { race, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const { cookie } = person;
      const answers = await race(
        every(() => ({ method: "POST", path: "/step-up/password", body: { password }, cookie })),
      );
      expectOneSession(answers);
      expect(await rowsOf(person)).toEqual({ users: 1, accounts: 1, sessions: 1 });
    });
  });

  test("an ended session is not restored by its password", { timeout: raceTimeout }, async () => {
    const { race, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const { cookie } = person;
      const answers = await race(
        every((caller) =>
          caller % 4 === 3
            ? { method: "POST", path: "/revoke-sessions", body: {}, cookie }
            : { method: "POST", path: "/step-up/password", body: { password }, cookie },
        ),
      );
      const ends = answers.filter((_, caller) => caller % 4 === 3);
      const { sessions } = await rowsOf(person);
      // If the session was replaced before these calls, none of them had the new token.
      expect(sessions).toBeLessThanOrEqual(1);
      if (wins(ends) > 0) expect(sessions).toBe(0);
      else if (unknownWins(ends) === 0) expect(sessions).toBe(1);
    });
  });
});

/** Expects a single answer with the token of a session. */
function expectOneSession(answers: readonly Raced[]): void {
  const opened = answers.map((answer) => ({
    ...answer,
    isWin: answer.cookies.some((line) => /session_token=[^;]/.test(line)),
  }));
  expectCount(opened.filter(({ isWin }) => isWin).length, 1, unknowns(opened));
}
