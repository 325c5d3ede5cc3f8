import { sessionModel, userModel } from "@keyhold/core/plugin";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { cartModel, type Fixture, open, password } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;
  /** Log entries that a test expects. */
  let known = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database, config: { rateLimit: { enabled: false } } });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const newAddress = (): string => {
    made += 1;
    return `person${made}@example.com`;
  };
  const everyCaller = (call: (caller: number) => Promise<Response>): Promise<readonly Response[]> =>
    Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));

  /** A copy of the guest's browser for each caller: with the token of the guest, and no cookie of another's answer. */
  async function newGuest() {
    const visit = await fixture.visitAsGuest();
    return { ...visit, copy: () => fixture.copyCookies(visit) };
  }
  const signUp = (email: string) => ({ name: "Ada", email, password });
  const accountsIn = async (emails: readonly string[]): Promise<readonly string[]> => {
    const found = await Promise.all(emails.map((email) => fixture.db.find(userModel, { email })));
    return found.flatMap((user) => user?.id ?? []);
  };
  async function settle(): Promise<void> {
    await fixture.auth.idle();
    expect(fixture.logged.slice(known)).toEqual([]);
  }

  test("sign-ups of one guest with sixteen addresses make one account, with the id of the guest", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { guest, copy } = await newGuest();
      const told = fixture.told("anonymous.upgraded");
      const emails = Array.from({ length: callers }, newAddress);
      const answers = await everyCaller((caller) => copy().post("/sign-up/email", signUp(emails[caller] ?? "")));
      await settle();
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(callers - 1).fill(409)]);
      expect(await accountsIn(emails)).toEqual([guest.id]);
      expect(fixture.told("anonymous.upgraded")).toBe(told + 1);
      expect([await fixture.sessionsOf(guest.id), await fixture.cartOf(guest.id)]).toEqual([1, ["tea"]]);
    }
  });

  test("sign-ups of one guest with one address make one account, with the id of the guest", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { guest, copy } = await newGuest();
      const email = newAddress();
      const answers = await everyCaller(() => copy().post("/sign-up/email", signUp(email)));
      await settle();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await accountsIn([email])).toEqual([guest.id]);
    }
  });

  test("sign-ins of one guest move the cart once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const { user } = await fixture.signUp(email, { password });
      const { guest, copy } = await newGuest();
      const told = fixture.told("anonymous.merged");
      const answers = await everyCaller(() => copy().post("/sign-in/email", { email, password }));
      await settle();
      expect(answers.map(({ status }) => status)).toEqual(Array(callers).fill(200));
      expect(await fixture.cartOf(user.id)).toEqual(["tea"]);
      expect(await fixture.db.find(userModel, { id: guest.id })).toBe(null);
      expect(fixture.told("anonymous.merged")).toBe(told + 1);
    }
  });

  test("sign-ins of one guest whose hook fails change nothing", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = newAddress();
      const { user } = await fixture.signUp(email, { password });
      const { guest, copy } = await newGuest();
      fixture.merge.fails = true;
      const answers = await everyCaller(() => copy().post("/sign-in/email", { email, password }));
      await fixture.auth.idle();
      fixture.merge.fails = false;
      known = fixture.logged.length;
      expect(answers.map(({ status }) => status)).toEqual(Array(callers).fill(500));
      expect([await fixture.sessionsOf(user.id), await fixture.cartOf(user.id)]).toEqual([1, []]);
      expect([await fixture.sessionsOf(guest.id), await fixture.cartOf(guest.id)]).toEqual([1, ["tea"]]);
    }
  });

  test("a deletion and sign-ups of one guest make one account, with the data or without", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { guest, copy } = await newGuest();
      const email = newAddress();
      const answers = await everyCaller((caller) =>
        caller % 2 === 0 ? copy().post("/delete-anonymous-user", {}) : copy().post("/sign-up/email", signUp(email)),
      );
      await settle();
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const [account, ...others] = await accountsIn([email]);
      expect([typeof account, others]).toEqual(["string", []]);
      const isUpgraded = account === guest.id;
      expect((await fixture.db.find(userModel, { id: guest.id })) !== null).toBe(isUpgraded);
      expect(await fixture.cartOf(guest.id)).toEqual(isUpgraded ? ["tea"] : []);
      const deletions = answers.filter((_, caller) => caller % 2 === 0).filter(({ status }) => status === 200);
      expect(deletions).toHaveLength(isUpgraded ? 0 : 1);
    }
  });

  test("sign-ups and sign-ins of one guest bring the data to one account", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const [present, email] = [newAddress(), newAddress()];
      const { user } = await fixture.signUp(present, { password });
      const { guest, copy } = await newGuest();
      const answers = await everyCaller((caller) =>
        caller % 2 === 0
          ? copy().post("/sign-in/email", { email: present, password })
          : copy().post("/sign-up/email", signUp(email)),
      );
      await settle();
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const carts = await fixture.db.list(cartModel, {}, { orderBy: "id", limit: 1000 });
      const places = carts.map(({ userId }) => userId).filter((id) => [user.id, guest.id].includes(id));
      expect(places).toHaveLength(1);
      const upgraded = await fixture.db.find(userModel, { id: guest.id });
      expect(places).toEqual([upgraded ? guest.id : user.id]);
      expect(upgraded?.email ?? email).toBe(email);
    }
  });

  test("the removal of unused guests and a sign-up leave the account", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { guest, copy } = await newGuest();
      await fixture.db.update(userModel, guest.id, { createdAt: new Date(0) });
      const [session] = await fixture.db.list(sessionModel, { userId: guest.id }, { orderBy: "id", limit: 1 });
      await fixture.db.update(sessionModel, session?.id ?? "", { updatedAt: new Date(0) });
      const email = newAddress();
      const [answer] = await Promise.all([
        copy().post("/sign-up/email", signUp(email)),
        ...Array.from({ length: callers - 1 }, () => fixture.auth.api.removeExpired()),
      ]);
      await settle();
      expect(answer.status).toBe(200);
      const [account] = await accountsIn([email]);
      expect(await fixture.cartOf(guest.id)).toEqual(account === guest.id ? ["tea"] : []);
    }
  });
});
