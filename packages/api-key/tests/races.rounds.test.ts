import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { apiKeyModel } from "../src/models.ts";
import { type Fixture, open } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({
      database: raced.database,
      options: {
        maxPerUser: 5,
        maxPerOrganization: 5,
        configIds: ["default", "personal"],
        personalConfigIds: ["personal"],
      },
      config: { rateLimit: { enabled: false, storage: "database" } },
    });
    await raced.migrate(fixture.auth.schema);
    await fixture.asAdministrator();
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  async function person() {
    made += 1;
    return fixture.signUp(`person${made}@example.com`);
  }

  async function keyWith(values: object) {
    const { user, browser } = await person();
    return { user, browser, ...(await fixture.auth.api.createApiKey({ userId: user.id, ...values })) };
  }

  const all = <T>(call: (caller: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  const counted = (codes: readonly unknown[]): Readonly<Record<string, number>> =>
    Object.fromEntries([...new Set(codes)].map((code) => [String(code), codes.filter((one) => one === code).length]));

  test("a key with five uses left is used five times", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { key, id } = await keyWith({ remaining: 5 });
      expect(counted(await all(() => fixture.refusal(key)))).toEqual({ null: 5, USAGE_EXCEEDED: 11 });
      expect(await fixture.db.find(apiKeyModel, { id })).toMatchObject({ remaining: 0 });
    }
  });

  test("a refill happens once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { key, id } = await keyWith({ remaining: 0, refillAmount: 5, refillInterval: 1000 });
      fixture.clock.forward({ seconds: 1 });
      expect(counted(await all(() => fixture.refusal(key)))).toEqual({ null: 5, USAGE_EXCEEDED: 11 });
      expect(await fixture.db.find(apiKeyModel, { id })).toMatchObject({ remaining: 0 });
    }
  });

  test("a limit of five lets five through", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { key } = await keyWith({ rateLimit: { max: 5, windowSeconds: 3600 } });
      expect(counted(await all(() => fixture.refusal(key)))).toEqual({ null: 5, RATE_LIMITED: 11 });
    }
  });

  test("a user gets five keys of at most five, and an organization, too", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, user } = await person();
      const own = await all(() => browser.post("/api-key/create", {}));
      expect(counted(own.map(({ status }) => status))).toEqual({ 200: 5, 403: 11 });
      const organizationId = await fixture.found(browser, `acme-${made}`);
      const shared = await all(() => browser.post("/api-key/create", { organizationId }));
      expect(counted(shared.map(({ status }) => status))).toEqual({ 200: 5, 403: 11 });
      const owners = [user.id, organizationId].map((referenceId) => fixture.db.count(apiKeyModel, { referenceId }));
      expect(await Promise.all(owners)).toEqual([5, 5]);
    }
  });

  test("no key of a user is left after the user's deletion, and a user who makes a key too late is unauthorized", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, user } = await person();
      const [, ...answers] = await all(async (caller): Promise<{ readonly key?: string; readonly code?: string }> => {
        if (caller > 0) return (await browser.post("/api-key/create", {})).json();
        await fixture.removeUser(user.id);
        return {};
      });
      expect(await fixture.db.count(apiKeyModel, { referenceId: user.id })).toBe(0);
      for (const { key } of answers) if (key) expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
      const codes = answers.flatMap(({ code }) => code ?? []);
      expect(codes.filter((code) => !["UNAUTHORIZED", "API_KEY_LIMIT_REACHED"].includes(code))).toEqual([]);
    }
  });

  test("a member who was removed makes and rotates no key of the organization, and has no key that names it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser: owner } = await person();
      const { browser: member, user } = await person();
      const organizationId = await fixture.found(owner, `acme-${made}`);
      await fixture.auth.api.organization.addMember({ organizationId, userId: user.id, role: "owner" });
      const { id: keyId } = await fixture.auth.api.createApiKey({ organizationId });
      const keysOf = () => fixture.db.list(apiKeyModel, { referenceId: organizationId }, { orderBy: "id", limit: 100 });
      const states = async () => (await keysOf()).map(({ id, key, enabled }) => [id, key, enabled]);
      const attempts = [
        () => member.post("/api-key/create", { organizationId }),
        () => member.post("/api-key/create", { organizationId, configId: "personal" }),
        () => member.post("/api-key/rotate", { keyId }),
        () => member.post("/api-key/update", { keyId, enabled: round % 2 === 0 }),
      ];
      const remove = { organizationId, memberIdOrEmail: user.email };
      let seen: unknown = null;
      await all(async (caller) => {
        if (caller > 0) return attempts[caller % attempts.length]?.();
        expect((await owner.post("/organization/remove-member", remove)).status).toBe(200);
        seen = await states();
      });
      expect(await states()).toEqual(seen);
      expect(await fixture.db.count(apiKeyModel, { userId: user.id })).toBe(0);
    }
  });

  test("the end of a key is told once, however many processes look for it", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user } = await keyWith({ expiresIn: 14 * 86_400 + 60 });
      fixture.clock.forward({ seconds: 61 });
      await all(() => fixture.auth.api.removeExpired());
      await fixture.auth.idle();
      const told = fixture.mailbox.messages.filter(({ kind, to }) => kind === "api-key.expiring" && to === user.email);
      expect(told).toHaveLength(1);
    }
  });

  test("no key works after the ban of its user was answered", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { key, user } = await keyWith({});
      const seen = await all<unknown>((caller) => (caller === 0 ? fixture.banUser(user.id) : fixture.refusal(key)));
      for (const code of seen.slice(1)) expect([null, "OWNER_MAY_NOT_ACT"]).toContain(code);
      expect(await fixture.refusal(key)).toBe("OWNER_MAY_NOT_ACT");
    }
  });

  test("of many rotations one succeeds, and its secret and the secret before work", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { key, id, browser } = await keyWith({});
      const answers = await all(() => browser.post("/api-key/rotate", { keyId: id, overlapSeconds: 60 }));
      const bodies = await Promise.all(answers.map((answer) => answer.json()));
      const won = bodies.flatMap((body) => body.key ?? []);
      // A rotation that begins after another has ended replaces that one's secret.
      expect(won.length).toBeGreaterThanOrEqual(1);
      expect(won.length + bodies.filter(({ code }) => code === "KEY_WAS_ROTATED").length).toBe(callers);
      const working = (await Promise.all([key, ...won].map(fixture.refusal))).filter((code) => code === null);
      expect(working).toHaveLength(2);
    }
  });
});
