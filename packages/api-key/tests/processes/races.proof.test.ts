import { userModel } from "@keyhold/core/plugin";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { describe, expect, inject, test } from "vitest";
import { databaseTypes } from "../../../../tests/harness/databases.ts";
import { eachRound, raceTimeout as timeout } from "../../../../tests/harness/processes/outages.ts";
import { every, expectWins, failures, useRaceBench } from "../../../../tests/harness/processes/race-bench.ts";
import type { RacedRequest } from "../../../../tests/harness/processes/request-worker.ts";
import { apiKeyModel } from "../../src/models.ts";

const services = inject("services");

describe.each(databaseTypes(services))("sixteen callers in several processes on %s:", (type) => {
  const setup = { type, services, config: "keys" } as const;
  const bench = useRaceBench({ ...setup, countsInDatabase: true });

  /** A user with a key, whose row has these values. */
  async function keyWith(values: object = {}, remaining: number | null = null) {
    const person = await bench().signUp();
    const answer = await bench().ask("/api-key/create", {}, person.cookie);
    expect(answer.status).toBe(200);
    const { id, key } = (await answer.json()) as { readonly id: string; readonly key: string };
    if (Object.keys(values).length > 0) await bench().db.update(apiKeyModel, id, values);
    if (remaining !== null) await bench().db.transition(apiKeyModel, id, "remaining", null, remaining);
    return { userId: person.id, cookie: person.cookie, id, key };
  }

  /** A member of another user's organization, with a key that names the organization. */
  async function keyOfMember() {
    const owner = await bench().signUp();
    const member = await bench().signUp();
    const made = await bench().ask("/organization/create", { name: "Acme", slug: `acme-${owner.id}` }, owner.cookie);
    const { id: organizationId } = (await made.json()) as { readonly id: string };
    await bench().db.transactionOn(organizationModel, organizationId, (tx, locked) =>
      tx.insert(memberModel, { organizationId, userId: member.id, role: "member", createdAt: new Date() }, locked),
    );
    const body = { organizationId, configId: "personal" };
    const { key } = (await (await bench().ask("/api-key/create", body, member.cookie)).json()) as { key: string };
    return { key, organizationId, cookie: member.cookie };
  }

  const use = (key: string): RacedRequest => ({ method: "GET", path: "/keyed", headers: { "x-api-key": key } });

  test("a key with five uses left is used five times", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, key } = await keyWith({}, 5);
      const answers = await bench().race(every(() => use(key)));
      expectWins(answers, 5);
      expect(failures(answers)).toEqual(["USAGE_EXCEEDED"]);
      expect((await bench().db.find(apiKeyModel, { id }))?.remaining).toBe(0);
    });
  });

  test("a limit of five lets five through", { timeout }, async () => {
    await eachRound(type, async () => {
      const limit = { rateLimitEnabled: true, rateLimitMax: 5, rateLimitTimeWindow: 3_600_000 };
      const { key } = await keyWith(limit);
      const answers = await bench().race(every(() => use(key)));
      expectWins(answers, 5);
      expect(failures(answers)).toEqual(["RATE_LIMITED"]);
    });
  });

  test("a user gets five keys of at most five", { timeout }, async () => {
    await eachRound(type, async () => {
      const { id, cookie } = await bench().signUp();
      const create = { method: "POST", path: "/api-key/create", body: {}, cookie } as const;
      const answers = await bench().race(every(() => create));
      expectWins(answers, 5);
      expect(failures(answers)).toEqual(["API_KEY_LIMIT_REACHED"]);
      expect(await bench().db.count(apiKeyModel, { referenceId: id })).toBe(5);
    });
  });

  test("no process accepts a key after the ban or the deletion of its user, or after the user has left", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const banned = await keyWith();
      const deleted = await keyWith();
      const left = await keyOfMember();
      const keys = [banned.key, deleted.key, left.key, left.key];
      const both = () => bench().race(every((caller) => use(keys[caller % 4] ?? "")));
      expectWins(await both(), 16);
      const { organizationId } = left;
      expect((await bench().ask("/organization/leave", { organizationId }, left.cookie)).status).toBe(200);
      await bench().db.update(userModel, banned.userId, { banned: true } as object);
      await bench().db.remove(userModel, { id: deleted.userId });
      const after = await both();
      expect(after.map(({ status }) => status)).toEqual(every(() => 401));
      expect(await bench().db.count(apiKeyModel, { referenceId: deleted.userId })).toBe(0);
    });
  });

  test("after rotations at once the newest secret and the secret before it work in all processes", {
    timeout,
  }, async () => {
    await eachRound(type, async () => {
      const { id, key, cookie } = await keyWith();
      const rotate = {
        method: "POST",
        path: "/api-key/rotate",
        body: { keyId: id, overlapSeconds: 60 },
        cookie,
      } as const;
      const answers = await bench().race(every(() => rotate));
      const won = answers.flatMap(({ body }) => (body as { readonly key?: string }).key ?? []);
      expect(won.length).toBeGreaterThanOrEqual(1);
      expect(failures(answers).every((code) => code === "KEY_WAS_ROTATED")).toBe(true);
      const working: string[] = [];
      for (const secret of [key, ...won]) {
        const statuses = new Set((await bench().race(every(() => use(secret)))).map(({ status }) => status));
        expect(statuses.size).toBe(1);
        if (statuses.has(200)) working.push(secret);
      }
      expect(working).toHaveLength(2);
    });
  });
});
