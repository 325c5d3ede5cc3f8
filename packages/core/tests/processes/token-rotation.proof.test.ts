import { sessionModel } from "@keyhold/core/plugin";
import { describe, expect, inject, test } from "vitest";
import { raceTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout } from "../../../../tests/harness/processes/outages.ts";
import { every, type Person, password, useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedAnswer, RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const dayMilliseconds = 86_400_000;

describe.each(raceTypes(services))("sixteen requests with one token in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "core", bearer: true });

  const tokenMode = (token: string): Pick<RacedRequest, "headers"> => ({
    headers: { authorization: `Bearer ${token}`, "x-return-token": "1" },
  });
  const read = (token: string): RacedRequest => ({ method: "GET", path: "/get-session", ...tokenMode(token) });

  async function signIn({ email }: Person): Promise<string> {
    const body = { email, password };
    const headers = { "x-return-token": "1" };
    const [answer] = await bench().send([{ method: "POST", path: "/sign-in/email", body, headers }]);
    return answer?.token ?? "";
  }

  async function makeDue({ id }: Person): Promise<void> {
    const { db } = bench();
    const past = new Date(Date.now() - 6 * dayMilliseconds);
    for (const session of await db.list(sessionModel, { userId: id }, { orderBy: "id", limit: 9 })) {
      const change = { expiresAt: new Date(Date.now() + dayMilliseconds), createdAt: past, updatedAt: past };
      await db.update(sessionModel, session.id, change);
    }
  }

  /** Every token that the app may have after these answers, in whichever order they arrive. */
  const heldAfter = (token: string, answers: readonly RacedAnswer[]): readonly string[] => {
    const given = answers.flatMap((answer) => answer.token ?? []);
    return given.length === 0 ? [token] : given;
  };

  test.each<readonly [string, (token: string) => readonly RacedRequest[]]>([
    ["reads that prolong the session", (token) => every(() => read(token))],
    [
      "step-ups among such reads",
      (token) =>
        every((caller) =>
          caller % 4 === 1
            ? { method: "POST", path: "/step-up/password", body: { password }, ...tokenMode(token) }
            : read(token),
        ),
    ],
    [
      "changes of the user among step-ups",
      (token) =>
        every((caller) =>
          caller % 4 === 1
            ? { method: "POST", path: "/step-up/password", body: { password }, ...tokenMode(token) }
            : { method: "POST", path: "/update-user", body: { name: "Ada" }, ...tokenMode(token) },
        ),
    ],
  ])("%s lose no session, and double none", { timeout: raceTimeout }, async (_, requests) => {
    const { db, race, send, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const token = await signIn(person);
      await makeDue(person);
      const answers = await race(requests(token));
      expect(answers.map(({ status, body }) => [status, body === null])).toEqual(every(() => [200, false]));
      for (const held of heldAfter(token, answers)) {
        const [answer] = await send([read(held)]);
        expect(answer?.body).not.toBe(null);
      }
      // The first session is the browser's.
      expect(await db.count(sessionModel, { userId: person.id })).toBe(2);
    });
  });

  test("proofs of an owner go to no thief who has the newer token", { timeout: raceTimeout }, async () => {
    const { race, send, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const token = await signIn(person);
      await makeDue(person);
      const [prolonged] = await send([read(token)]);
      const stolen = prolonged?.token ?? "";
      const body = { password };
      const answers = await race(
        every((caller) =>
          caller % 2 ? read(stolen) : { method: "POST", path: "/step-up/password", body, ...tokenMode(token) },
        ),
      );
      expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([]);
      const path = "/unlink-account";
      const [asked] = await send([{ method: "POST", path, body: { providerId: "github" }, ...tokenMode(stolen) }]);
      expect(asked).toMatchObject({ status: 403, body: { code: "SESSION_IS_NOT_FRESH" } });
    });
  });

  test("requests across a replacement are all answered", { timeout: raceTimeout }, async () => {
    const { race, send, signUp } = bench();
    await eachRound(type, async () => {
      const person = await signUp();
      const token = await signIn(person);
      const body = { password };
      const [stepped] = await send([{ method: "POST", path: "/step-up/password", body, ...tokenMode(token) }]);
      const next = stepped?.token ?? "";
      const answers = await race(every((caller) => read(caller % 2 ? token : next)));
      expect(answers.map(({ status, body }) => [status, body === null])).toEqual(every(() => [200, false]));
    });
  });
});
