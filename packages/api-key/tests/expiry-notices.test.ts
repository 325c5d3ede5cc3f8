import { describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { email, type Fixture, open } from "./fixture.ts";

const day = 86_400;

/** The addresses that were told of the end of keys, and when the keys end. */
const told = (fixture: Fixture) =>
  fixture.mailbox.messages.flatMap((message) =>
    message.kind === "api-key.expiring" ? [[message.to, message.key, message.endsAt.getTime()] as const] : [],
  );

async function sweepAfter(fixture: Fixture, days: number): Promise<void> {
  fixture.clock.forward({ days });
  await fixture.auth.api.removeExpired({});
  await fixture.auth.idle();
}

describe("the end of a key", () => {
  test("is told to its user 14 and 3 days before, once each", async () => {
    const fixture = open();
    const { user } = await fixture.signUp(email);
    const { start, expiresAt } = await fixture.auth.api.createApiKey({ userId: user.id, expiresIn: 30 * day });
    const notice = [email, start, expiresAt?.getTime()];
    const seen: number[] = [];
    for (const days of [15, 2, 1, 10, 1, 0, 1]) {
      await sweepAfter(fixture, days);
      seen.push(told(fixture).length);
    }
    expect(seen).toEqual([0, 1, 1, 2, 2, 2, 2]);
    expect(told(fixture)).toEqual([notice, notice]);
  });

  test("is told once to the managers of an organization, and to no other members", async () => {
    const fixture = open();
    const [ada, bob, carol] = await Promise.all(["ada", "bob", "carol"].map((name) => fixture.signUp(`${name}@a.com`)));
    if (!ada || !bob || !carol) throw new Error("No user.");
    const organizationId = await fixture.found(ada.browser, "acme");
    const add = (userId: string, role: string) =>
      fixture.auth.api.organization.addMember({ organizationId, userId, role: role as "owner" });
    await add(bob.user.id, "owner");
    await add(carol.user.id, "member");
    const { id, expiresAt } = await fixture.auth.api.createApiKey({ organizationId, expiresIn: 10 * day });
    await sweepAfter(fixture, 8);
    await sweepAfter(fixture, 1);
    expect(
      told(fixture)
        .map(([to]) => to)
        .sort(),
    ).toEqual(["ada@a.com", "bob@a.com"]);
    expect(await fixture.db.find(apiKeyModel, { id })).toMatchObject({ noticeAt: expiresAt });
  });

  test("is told of no key that is disabled or has ended, and anew after a longer life", async () => {
    const fixture = open();
    const { user, browser } = await fixture.signUp(email);
    const make = (expiresIn: number) => fixture.auth.api.createApiKey({ userId: user.id, expiresIn });
    const [off, ended, short, longer] = [
      await make(20 * day),
      await make(4 * day),
      await make(2 * day),
      await make(15 * day),
    ];
    await browser.post("/api-key/update", { keyId: off.id, enabled: false });
    await browser.post("/api-key/update", { keyId: longer.id, expiresIn: 60 * day });
    await sweepAfter(fixture, 18);
    expect([off, ended, short].map(({ start }) => told(fixture).some(([, key]) => key === start))).toEqual([
      false,
      false,
      false,
    ]);
    expect(told(fixture)).toEqual([]);
    await sweepAfter(fixture, 29);
    expect(told(fixture).map(([, key]) => key)).toEqual([longer.start]);
  });

  test("is told of keys without a time for it, too: of the previous library, and made before these emails", async () => {
    const fixture = open();
    const { user } = await fixture.signUp(email);
    const now = fixture.clock.now();
    const insert = (start: string, days: number | null) =>
      fixture.db.insert(apiKeyModel, {
        ...{ configId: "default", referenceId: user.id, key: `hash of ${start}`, start, enabled: true },
        ...{ rateLimitEnabled: false, createdAt: now, updatedAt: now, noticeAt: null },
        expiresAt: days === null ? null : new Date(now.getTime() + days * day * 1000),
      });
    for (const [start, days] of [
      ["thirty", 30],
      ["ten", 10],
      ["ended", -1],
      ["eternal", null],
    ] as const)
      await insert(start, days);
    const seen: (readonly string[])[] = [];
    for (const days of [0, 8, 9, 1, 10, 1, 3]) {
      const before = told(fixture).length;
      await sweepAfter(fixture, days);
      seen.push(
        told(fixture)
          .slice(before)
          .map(([, key]) => key ?? ""),
      );
    }
    expect(seen).toEqual([[], ["ten"], ["thirty"], [], ["thirty"], [], []]);
  });
});
