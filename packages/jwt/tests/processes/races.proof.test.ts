import { decodeProtectedHeader } from "jose";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { jwksModel } from "../../src/models.js";

const services = inject("services");
const callers = 32;

describe.each(databaseTypes(services))("32 callers in several processes on %s:", (type) => {
  const bench = useRaceBench({ type, services, config: "tokens" });
  const rows = () => bench().db.list(jwksModel, {}, { orderBy: "id", limit: 100 });

  test("first tokens and first key sets have one key", { timeout }, async () => {
    const { cookie } = await bench().signUp();
    await eachRound(
      type,
      async () => {
        for (const { id } of await rows()) await bench().db.remove(jwksModel, { id });
        const requests = Array.from(
          { length: callers },
          (_, caller): RacedRequest =>
            caller % 8 < 4 ? { method: "GET", path: "/token", cookie } : { method: "GET", path: "/jwks" },
        );
        const answers = await bench().race(requests);
        const [only, ...others] = await rows();
        expect(others).toEqual([]);
        for (const { status, body } of answers) {
          expect(status).toBe(200);
          const { token, keys } = body as { token?: string; keys?: readonly { kid: string }[] };
          const kid = token === undefined ? keys?.map(({ kid }) => kid) : [decodeProtectedHeader(token).kid];
          expect(kid).toEqual([only?.id]);
        }
      },
      50,
    );
  });
});
