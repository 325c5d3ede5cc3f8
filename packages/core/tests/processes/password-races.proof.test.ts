import { accountModel, sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import {
  every,
  expectWins,
  password as oldPassword,
  type Person,
  possibleWinners,
  type RaceBench,
  useRaceBench,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const rounds = 12;

const signIn = ({ email }: Person): RacedRequest => ({
  method: "POST",
  path: "/sign-in/email",
  body: { email, password: oldPassword },
});

const change = ({ cookie }: Person, newPassword = "another password"): RacedRequest => ({
  method: "POST",
  path: "/change-password",
  body: { currentPassword: oldPassword, newPassword },
  cookie,
});

const statusOf = async ({ ask }: RaceBench, { email }: Person, password: string): Promise<number> =>
  (await ask("/sign-in/email", { email, password })).status;

describe.each(racedByProcesses(services, { outages: "at night" }))(
  "sixteen callers in several processes on %s:",
  (type) => {
    const bench = useRaceBench({ type, services, config: "core" });

    test("of sixteen changes of one password one has an effect", { timeout }, async () => {
      await eachRound(
        type,
        async () => {
          const person = await bench().signUp();
          const passwordOf = (caller: number): string => `password of caller ${caller}`;
          const answers = await bench().race(every((caller) => change(person, passwordOf(caller))));
          expectWins(answers, 1);
          // A late caller finds the password changed, or the session replaced.
          expect(answers.filter(({ status }) => ![200, 400, 401].includes(status))).toEqual([]);
          expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(1);
          const statuses: number[] = [];
          for (const winner of possibleWinners(answers)) {
            statuses.push(await statusOf(bench(), person, passwordOf(winner)));
          }
          expect(statuses.filter((status) => status === 200)).toHaveLength(1);
          expect(await statusOf(bench(), person, oldPassword)).toBe(401);
        },
        rounds,
      );
    });

    test("no session opened by the old password survives its change", { timeout }, async () => {
      await eachRound(
        type,
        async () => {
          const person = await bench().signUp();
          const answers = await bench().race(every((caller) => (caller === 0 ? change(person) : signIn(person))));
          expectWins(answers.slice(0, 1), 1);
          // Only the session opened by the change remains.
          expect(await bench().db.count(sessionModel, { userId: person.id })).toBe(1);
        },
        rounds,
      );
    });
  },
);

describe.each(racedByProcesses(services, { outages: "at night" }))(
  "sixteen callers, after the app changed its hashing, on %s:",
  (type) => {
    const passwordHashing = { algorithm: "scrypt", cost: { logN: 3, blockSize: 8, parallelism: 1 } } as const;
    const bench = useRaceBench({ type, services, config: "core", passwordHashing });

    test("a hash that is replaced never undoes a change", { timeout }, async () => {
      await eachRound(
        type,
        async () => {
          const person = await bench().signUp();
          await bench().race(every((caller) => (caller === 0 ? change(person) : signIn(person))));
          expect(await statusOf(bench(), person, oldPassword)).toBe(401);
          expect(await statusOf(bench(), person, "another password")).toBe(200);
          expect(await bench().db.count(accountModel, { userId: person.id })).toBe(1);
        },
        rounds,
      );
    });
  },
);
