import type { RedisOptions } from "@keyhold/redis";
import { faultyStorage, type StorageFaultPlan } from "@keyhold/testing/faults";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type App, alice } from "../../../tests/harness/app.ts";
import type { Answer, Browser } from "../../../tests/harness/browser.ts";
import { canStartRedis } from "../../../tests/harness/redis/redis-node.ts";
import { clientNames, type OpenStorage, openStorage } from "./clients.js";
import { type RedisServer, startRedis } from "./redis-server.js";
import { at, openTwo, type TwoProcesses } from "./two-processes.js";

/** The default of 250 would take a busy machine for an outage. */
const patient: RedisOptions = { timeoutMilliseconds: 2000 };
const bob = { name: "Bob", email: "bob@example.com", password: alice.password };

describe.skipIf(!canStartRedis).each(clientNames)("over %s, a Redis that", (clientName) => {
  let server: RedisServer;
  let stores: readonly OpenStorage[];
  let plan: StorageFaultPlan;
  let two: TwoProcesses;
  let laptop: Browser;
  let phone: Browser;

  beforeEach(async () => {
    server = await startRedis();
    stores = await Promise.all([1, 2].map(() => openStorage(clientName, server.url, patient)));
    plan = {};
    const [here, there] = stores.map(({ storage }) => storage);
    if (!here || !there) throw new Error("Two storages were opened.");
    two = openTwo([faultyStorage(here, plan), there]);
    laptop = two.here.browser();
    await laptop.post("/sign-up/email", { ...alice, username: "alice" });
    phone = two.there.browser();
    await phone.post("/sign-in/email", alice);
    for (const browser of [laptop, phone]) await seen(browser);
    await idle();
  });
  afterEach(async () => {
    server.thaw();
    for (const store of stores) store.close();
    await server.remove();
  });

  const idle = () => Promise.all([two.here.auth.idle(), two.there.auth.idle()]);
  const seen = (browser: Browser, app: App = two.there): Promise<Answer> => at(app, browser).get("/get-session");
  const emailOf = async (browser: Browser, app?: App) => (await seen(browser, app)).body?.user?.email ?? null;
  /** Waits until every client has reconnected. */
  const reachable = async (): Promise<void> => {
    for (const { storage } of stores) {
      for (let isBack = false; !isBack; ) {
        isBack = await storage.get("anything").then(
          () => true,
          () => false,
        );
      }
    }
  };
  const failuresAt = ({ events }: App) => events.filter(({ type }) => type === "secondary-storage.failed");

  /** A whole session during the outage: every answer comes from the database. */
  const live = async (app: App): Promise<void> => {
    const visitor = app.browser();
    const person = { ...bob, email: `bob${app === two.here ? 1 : 2}@example.com` };
    const steps: (readonly [() => Promise<Answer>, number])[] = [
      [() => visitor.post("/sign-up/email", person), 200],
      [() => visitor.get("/get-session"), 200],
      [() => visitor.post("/update-user", { name: "Robert" }), 200],
      [() => visitor.post("/sign-in/email", { ...person, password: "a wrong password" }), 401],
      [() => visitor.post("/sign-in/email", person), 200],
      [() => visitor.post("/revoke-other-sessions"), 200],
    ];
    for (const [send, status] of steps) {
      const answer = await send();
      expect(answer.status, answer.text).toBe(status);
    }
    expect((await visitor.get("/get-session")).body?.user).toMatchObject({ email: person.email, name: "Robert" });
    expect((await visitor.post("/sign-out")).status).toBe(200);
    expect((await visitor.get("/get-session")).text).toBe("null");
  };

  test("is killed changes no answer, and is reported once by each process", async () => {
    await server.kill();
    expect([await emailOf(laptop), await emailOf(phone, two.here)]).toEqual([alice.email, alice.email]);
    await Promise.all([live(two.here), live(two.there)]);
    for (const app of [two.here, two.there]) {
      expect(failuresAt(app)).toEqual([{ type: "secondary-storage.failed", storage: "redis" }]);
      expect(app.logged.map(({ message }) => message)).toEqual([
        "The secondary storage redis failed; the database is used instead.",
      ]);
    }
    await server.restart("no data");
    await idle();
  });

  test("restarts empty is used again ten seconds later", async () => {
    await server.kill();
    await emailOf(laptop);
    await server.restart("no data");
    await reachable();
    two.wait(10);
    expect(await emailOf(laptop)).toBe(alice.email);
    await idle();
    two.database.reset();
    expect([await emailOf(laptop), two.database.calls]).toEqual([alice.email, []]);
  });

  test("is killed and restarts with old data shows no session ended meanwhile", async () => {
    await server.save();
    await server.kill();
    const before = at(two.here, phone);
    expect((await at(two.here, phone).post("/sign-out")).status).toBe(200);
    expect((await laptop.post("/update-user", { name: "Ada" })).status).toBe(200);
    await server.restart("old data");
    await reachable();
    two.wait(1);
    expect(await emailOf(before, two.here), "the process that knows of it").toBe(null);
    await two.here.auth.idle();
    expect(await emailOf(before), "the other one, once it is told").toBe(null);
    expect((await seen(laptop)).body?.user).toMatchObject({ name: "Ada" });
  });

  test("restarts with old data, after the process of a sign-out is gone, shows that session for a minute at most", async () => {
    await server.save();
    plan.isUnavailable = true;
    const before = at(two.there, phone);
    expect((await at(two.here, phone).post("/sign-out")).status).toBe(200);
    await server.restart("old data");
    await reachable();
    two.wait(60);
    expect(await emailOf(before)).toBe(null);
    expect((await seen(laptop)).body?.user).toMatchObject({ email: alice.email });
    plan.isUnavailable = false;
    await two.here.auth.idle();
  });

  test("stops responding is waited for once by each process, not by each call", async () => {
    const asked: string[] = [];
    plan.before = ({ verb }) => void asked.push(verb);
    server.freeze();
    for (let time = 0; time < 20; time += 1) expect(await emailOf(laptop, two.here)).toBe(alice.email);
    await two.here.auth.idle();
    expect(asked).toEqual(["get"]);
    two.wait(1);
    const all = await Promise.all(Array.from({ length: 20 }, () => emailOf(laptop, two.here)));
    expect(new Set(all)).toEqual(new Set([alice.email]));
    expect(asked).toEqual(["get", "get"]);
  });

  test("stops responding changes no answer", async () => {
    server.freeze();
    await Promise.all([live(two.here), live(two.there)]);
    expect([failuresAt(two.here).length, failuresAt(two.there).length]).toEqual([1, 1]);
    server.thaw();
    await idle();
  });

  test("was asked to cache a session while not responding does not restore it afterwards", async () => {
    const visitor = two.here.browser();
    expect((await visitor.post("/sign-in/email", alice)).status).toBe(200);
    const before = at(two.here, visitor);
    plan.before = ({ verb }) => {
      if (verb === "setIfAbsent") server.freeze();
    };
    expect(await emailOf(visitor, two.here)).toBe(alice.email);
    await two.here.auth.idle();
    plan.before = undefined;
    expect((await at(two.there, visitor).post("/sign-out")).status).toBe(200);
    server.thaw();
    await reachable();
    await idle();
    two.wait(1);
    expect([await emailOf(before, two.here), await emailOf(before, two.there)]).toEqual([null, null]);
  });
});
