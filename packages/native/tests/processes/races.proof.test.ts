import { createHash, randomBytes } from "node:crypto";
import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";

const services = inject("services");
const client_id = "ios";
const redirect_uri = "https://example.com/app/signed-in";

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const bench = useRaceBench({
    type,
    services,
    config: "natives",
    bearer: true,
  });

  /** A signed-in user, the id of the question, the cookies of the browser, and the verifier of the app. */
  async function begin() {
    const { id: userId, cookie } = await bench().signUp();
    const code_verifier = randomBytes(32).toString("base64url");
    const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
    const query = { client_id, redirect_uri, state: "state", code_challenge, code_challenge_method: "S256" };
    const page = await bench().open(`/native/authorize?${new URLSearchParams(query)}`, cookie);
    const id = /name="id" value="([^"]*)"/.exec(await page.text())?.[1];
    const [flow = ""] = page.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
    return { userId, id, code_verifier, cookie: `${cookie}; ${flow}` };
  }

  test("one code opens one session", { timeout }, async () => {
    await eachRound(type, async () => {
      const { userId, id, cookie, code_verifier } = await begin();
      const confirmed = await bench().ask("/native/confirm", { id }, cookie);
      const { search } = new URL((await confirmed.json()).url);
      const toApp = await bench().open(`/native/authorize${search}`, cookie);
      const code = new URL(toApp.headers.get("location") ?? "").searchParams.get("code");
      const body = { code, code_verifier, client_id, redirect_uri };
      const answers = await bench().race(every(() => ({ method: "POST", path: "/native/token", body })));
      expect(wins(answers)).toBe(16);
      expect(await bench().db.count(sessionModel, { userId })).toBe(2);
    });
  });

  test("sixteen confirmations of a question give one URL", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await begin();
      const answers = await bench().race(
        every(() => ({ method: "POST", path: "/native/confirm", body: { id }, cookie })),
      );
      expect(wins(answers)).toBe(1);
    });
  });
});
