import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const client_id = "cli";
const grant_type = "urn:ietf:params:oauth:grant-type:device_code";

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({
    type,
    services,
    config: "devices",
    bearer: true,
  });

  async function begin() {
    const answer = await bench().ask("/device/code", { client_id });
    expect(answer.status).toBe(200);
    return answer.json();
  }

  const decide = (what: string, userCode: string, cookie: string): RacedRequest => ({
    method: "POST",
    path: `/device/${what}`,
    body: { userCode },
    cookie,
  });

  test("one approved code opens one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await bench().signUp();
      const { device_code, user_code } = await begin();
      expect((await bench().ask("/device/approve", { userCode: user_code }, cookie)).status).toBe(200);
      const body = { grant_type, device_code, client_id };
      const answers = await bench().race(every(() => ({ method: "POST", path: "/device/token", body })));
      expect(wins(answers)).toBe(1);
      expect(await bench().db.count(sessionModel, { userId: id })).toBe(2);
    });
  });

  test("sixteen approvals and denials have one result", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await bench().signUp();
      const { device_code, user_code } = await begin();
      const answers = await bench().race(
        every((caller) => decide(caller % 2 === 0 ? "approve" : "deny", user_code, cookie)),
      );
      expect(wins(answers)).toBe(1);
      const isApproved = answers.findIndex(({ status }) => status === 200) % 2 === 0;
      const poll = await bench().ask("/device/token", { grant_type, device_code, client_id });
      expect(poll.status).toBe(isApproved ? 200 : 400);
      expect(await bench().db.count(sessionModel, { userId: id })).toBe(isApproved ? 2 : 1);
    });
  });
});
