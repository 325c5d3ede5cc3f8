import { solverOf } from "@keyhold/captcha/client";
import { sessionModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { racedByProcesses } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout, unknowns } from "../../../../tests/harness/processes/outages.ts";
import {
  callers,
  every,
  expectWins,
  failures,
  type Person,
  password,
  type Raced,
  useRaceBench,
} from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { type CaptchaProviderServer, json, startProvider } from "../provider.ts";

const services = inject("services");
const races = racedByProcesses(services, { outages: "at night" });

const signIn = ({ email }: Person, response: string): RacedRequest => ({
  method: "POST",
  path: "/sign-in/email",
  body: { email, password },
  headers: { "x-captcha-response": response },
});

/** Expects that one caller has signed in, and that the others have got the error of a rejected response. */
function expectOneUse(answers: readonly Raced[]): void {
  expectWins(answers, 1);
  expect(answers).toHaveLength(callers);
  expect(failures(answers)).toEqual(["VERIFICATION_FAILED"]);
}

const mayBeLost = (answers: readonly Raced[]): number =>
  unknowns(answers.map((answer) => ({ ...answer, isWin: answer.status < 300 })));

describe.each(races)("sixteen callers in several processes with counts on %s:", (type) => {
  let provider: CaptchaProviderServer;
  beforeAll(async () => {
    provider = await startProvider();
    // A provider that accepts a response each time: only the count of the server refuses the second use.
    provider.answer((_, response) => json(response, { success: true, hostname: "localhost" }));
  });
  afterAll(() => provider[Symbol.asyncDispose]());
  const verifyURL = (): string => provider.url;
  const bench = useRaceBench({ type, services, config: "captchas", countsInDatabase: true, verifyURL });

  test("one response of a CAPTCHA lets one caller sign in, and the provider is asked once", { timeout }, async () => {
    await eachRound(type, async () => {
      const ada = await bench().signUp();
      const response = `response ${bench().made()}`;
      const answers = await bench().race(every(() => signIn(ada, response)));
      expectOneUse(answers);
      const asked = provider.asked.filter((form) => form.response === response).length;
      expect(asked).toBeLessThanOrEqual(1);
      if (mayBeLost(answers) === 0) expect(asked).toBe(1);
      expect(await bench().db.count(sessionModel, { userId: ada.id })).toBeLessThanOrEqual(2);
    });
  });

  test("each of sixteen responses lets its caller sign in", { timeout }, async () => {
    await eachRound(type, async () => {
      const ada = await bench().signUp();
      const answers = await bench().race(every((caller) => signIn(ada, `response ${bench().made()} of ${caller}`)));
      expectWins(answers, callers);
    });
  });
});

describe.each(races)("sixteen callers in several processes with counts on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "solutions", countsInDatabase: true });

  test("one proof of work lets one caller sign in", { timeout }, async () => {
    async function challenge({ action }: { readonly action: string }) {
      const answer = await bench().open(`/proof-of-work/challenge?action=${action}`, "");
      return { data: await answer.json(), error: null };
    }
    const solve = solverOf({ proofOfWork: { challenge } });
    await eachRound(type, async () => {
      const ada = await bench().signUp();
      const solution = await solve("sign-in");
      expectOneUse(await bench().race(every(() => signIn(ada, solution))));
    });
  });
});
