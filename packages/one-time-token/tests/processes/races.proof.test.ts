import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, failures, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "browsers" });

  async function generate(cookie: string): Promise<string> {
    const answer = await bench().ask("/one-time-token/generate", {}, cookie);
    expect(answer.status).toBe(200);
    return (await answer.json()).token;
  }

  const verify = (token: string): RacedRequest => ({
    method: "POST",
    path: "/one-time-token/verify",
    body: { token },
  });

  test("one token opens one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await bench().signUp();
      const token = await generate(cookie);
      const answers = await bench().race(every(() => verify(token)));
      expect(wins(answers)).toBe(1);
      expect(new Set(failures(answers))).toEqual(new Set(["INVALID_TOKEN"]));
      expect(await bench().db.count(sessionModel, { userId: id })).toBe(2);
    });
  });

  test("no token opens a session that outlives the sign-out of the first session", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await bench().signUp();
      const tokens: string[] = [];
      while (tokens.length < 8) tokens.push(await generate(cookie));
      await bench().race(
        every((caller) =>
          caller % 8 === 3 ? { method: "POST", path: "/sign-out", body: {}, cookie } : verify(tokens[caller % 8] ?? ""),
        ),
      );
      expect(await bench().db.count(sessionModel, { userId: id })).toBe(0);
    });
  });
});
