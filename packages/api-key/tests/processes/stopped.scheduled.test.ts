import { createHmac } from "node:crypto";
import { userModel } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { failures, useRaceBench, wins } from "../../../../tests/harness/processes/race-bench.ts";
import { leakReportSecret } from "../../../../tests/harness/processes/race-plugins.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";

const services = inject("services");
const callers = 64;
const processes = 4;

const crowd = (request: (caller: number) => RacedRequest): readonly RacedRequest[] =>
  Array.from({ length: callers }, (_, caller) => request(caller));
const use = (key: string): RacedRequest => ({ method: "GET", path: "/keyed", headers: { "x-api-key": key } });

/** A signed report of a service that scans public code. */
function leakOf(key: string): RacedRequest {
  const text = JSON.stringify([{ token: key }]);
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", leakReportSecret).update(`msg_${time}.${time}.${text}`).digest("base64");
  const headers = { "webhook-id": `msg_${time}`, "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
  return { method: "POST", path: "/api-key/report-leaked", headers, body: {}, text };
}

describe.each(databaseTypes(services))("64 callers in four processes on %s:", (type) => {
  const setup = { type, services, processes, countsInDatabase: true } as const;

  describe("a key of a user", () => {
    const bench = useRaceBench({ ...setup, config: "keys" });

    async function keyOf(cookie: string, body: object = {}) {
      const answer = await bench().ask("/api-key/create", body, cookie);
      expect(answer.status).toBe(200);
      return (await answer.json()) as { readonly id: string; readonly key: string };
    }

    /** A user with a key, and the request that ends the key. */
    type Ending = () => Promise<{ readonly key: string; readonly end: RacedRequest }>;

    const leaked: Ending = async () => {
      const { cookie } = await bench().signUp();
      const { key } = await keyOf(cookie);
      return { key, end: leakOf(key) };
    };

    const disabled: Ending = async () => {
      const { cookie } = await bench().signUp();
      const { id, key } = await keyOf(cookie);
      const body = { keyId: id, enabled: false };
      return { key, end: { method: "POST", path: "/api-key/update", body, cookie } };
    };

    const banned: Ending = async () => {
      const administrator = await bench().signUp();
      await bench().db.update(userModel, administrator.id, { role: "admin" } as object);
      const { id: userId, cookie } = await bench().signUp();
      const { key } = await keyOf(cookie);
      const ban = { method: "POST", path: "/admin/ban-user", body: { userId } } as const;
      return { key, end: { ...ban, cookie: administrator.cookie } };
    };

    const removed: Ending = async () => {
      const owner = await bench().signUp();
      const member = await bench().signUp();
      const made = await bench().ask("/organization/create", { name: "Acme", slug: `acme-${owner.id}` }, owner.cookie);
      const { id: organizationId } = (await made.json()) as { readonly id: string };
      await bench().db.transactionOn(organizationModel, organizationId, (tx, locked) =>
        tx.insert(memberModel, { organizationId, userId: member.id, role: "member", createdAt: new Date() }, locked),
      );
      const { key } = await keyOf(member.cookie, { organizationId, configId: "personal" });
      const body = { organizationId, memberIdOrEmail: member.email };
      return { key, end: { method: "POST", path: "/organization/remove-member", body, cookie: owner.cookie } };
    };

    test.each([
      ["a report that the key is public", leaked],
      ["the user has disabled the key", disabled],
      ["the ban of the user", banned],
      ["the user was removed from the organization of the key", removed],
    ])("stops in all processes with the next request after %s", { timeout }, async (_, begin) => {
      await eachRound(type, async () => {
        const { key, end } = await begin();
        expect(wins(await bench().race(crowd(() => use(key))))).toBe(callers);
        const [ended, ...others] = await bench().race(crowd((caller) => (caller === 0 ? end : use(key))));
        expect(ended?.status).toBe(200);
        // Uses beside the end are before it or after it.
        for (const { status } of others) expect([200, 401]).toContain(status);
        const after = await bench().race(crowd(() => use(key)));
        expect(new Set(after.map(({ status }) => status))).toEqual(new Set([401]));
      });
    });
  });

  describe("the limits of a key and of its owner", () => {
    const bench = useRaceBench({ ...setup, config: "limited keys" });

    test("let exactly as many uses through as they allow", { timeout }, async () => {
      await eachRound(type, async () => {
        const { cookie } = await bench().signUp();
        const [one, other] = await Promise.all(
          [1, 2].map(async () => (await (await bench().ask("/api-key/create", {}, cookie)).json()) as { key: string }),
        );
        const answers = await bench().race(crowd((caller) => use((caller % 2 === 0 ? one : other)?.key ?? "")));
        const winsOf = (half: number): number => wins(answers.filter((_, caller) => caller % 2 === half));
        // Each key lets five uses through to the limit of the owner, which is seven.
        expect(winsOf(0) + winsOf(1)).toBe(7);
        expect(Math.max(winsOf(0), winsOf(1))).toBeLessThanOrEqual(5);
        expect(failures(answers)).toEqual(["RATE_LIMITED"]);
      });
    });
  });
});
