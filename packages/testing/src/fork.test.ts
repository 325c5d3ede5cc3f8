import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { describe, expect, it } from "vitest";
import { createBrowser } from "./browser.js";
import { createClock } from "./clock.js";
import { counted } from "./counted.js";
import { faultyStorage } from "./faulty-storage.js";
import { linkIn } from "./mailbox.js";
import { memoryStorage } from "./memory-storage.js";
import { createTestAuth } from "./test-auth.js";

/** A test auth with Ann, who is signed in. */
async function createWorld() {
  const world = createTestAuth({ plugins: [username()], clientPlugins: [usernameClient()] });
  const ann = await world.signUp("ann@example.com", { username: "ann" });
  return { ...world, ann };
}

interface SignedIn {
  readonly client: { getSession(): Promise<{ readonly data: { readonly user: { readonly email: string } } | null }> };
}
const emailOf = async ({ client }: SignedIn): Promise<string | undefined> =>
  (await client.getSession()).data?.user.email;

describe("a fork", () => {
  it("has the type, the users and the signed-in browsers of its origin", async () => {
    const { ann, ...origin } = await createWorld();
    let world: typeof origin = origin;
    world = { ...origin, ...(await origin.fork()) };
    const copy = world.copyOf(ann);
    expect(copy).toMatchObject({ user: ann.user, password: ann.password });
    expect(copy.user.username).toBe("ann");
    expect(await emailOf(copy)).toBe("ann@example.com");
    const onServer = await world.auth.api.getSession({}, { headers: copy.browser.headers() });
    expect(onServer?.user.id).toBe(ann.user.id);
  });

  it("does not affect the rows of its origin", async () => {
    const { db, fork, ann } = await createWorld();
    const copy = await fork();
    await copy.signUp("ben@example.com");
    await copy.db.update(userModel, ann.user.id, { name: "Changed" });
    await copy.copyOf(ann).client.signOut();
    expect(await db.count(userModel, {})).toBe(1);
    expect(await db.count(sessionModel, {})).toBe(1);
    expect((await ann.client.getSession()).data?.user.name).toBe("ann");
  });

  it("is not affected by its origin", async () => {
    const { db, fork, signUp, ann } = await createWorld();
    const copy = await fork();
    await signUp("ben@example.com");
    await db.update(userModel, ann.user.id, { name: "Changed" });
    await ann.client.signOut();
    expect(await copy.db.count(userModel, {})).toBe(1);
    expect(await copy.db.count(sessionModel, {})).toBe(1);
    expect((await copy.copyOf(ann).client.getSession()).data?.user.name).toBe("ann");
  });

  it("begins at the time of its origin, with its own clock", async () => {
    const { clock, fork, ann } = await createWorld();
    clock.forward({ days: 1 });
    const copy = await fork();
    expect(copy.clock.now()).toEqual(clock.now());
    copy.clock.forward({ days: 8 });
    expect(await emailOf(copy.copyOf(ann))).toBe(undefined);
    expect(await emailOf(ann)).toBe("ann@example.com");
    const other = await fork();
    clock.forward({ days: 8 });
    expect(await emailOf(ann)).toBe(undefined);
    expect(await emailOf(other.copyOf(ann))).toBe("ann@example.com");
  });

  it("has the emails of its origin, and each gets its own later emails", async () => {
    const { mailbox, fork, signUp } = await createWorld();
    const copy = await fork();
    const email = await copy.mailbox.waitFor("ann@example.com", { kind: "verify-email" });
    expect(email).toEqual(mailbox.lastTo("ann@example.com"));
    expect((await copy.browser.follow(linkIn(email))).ok).toBe(true);
    expect(await copy.db.exists(userModel, { emailVerified: true })).toBe(true);
    expect(await mailbox.waitFor("ann@example.com"), "a wait in the fork does not answer this one").toEqual(email);

    await copy.signUp("ben@example.com");
    await signUp("cid@example.com");
    await copy.mailbox.waitFor("ben@example.com");
    await mailbox.waitFor("cid@example.com");
    expect([mailbox.lastTo("ben@example.com"), copy.mailbox.lastTo("cid@example.com")]).toEqual([null, null]);
  });

  it("has no email that a wait in the origin has answered before", async () => {
    const { mailbox, fork } = await createWorld();
    await mailbox.waitFor("ann@example.com");
    const copy = await fork();
    await expect(copy.mailbox.waitFor("ann@example.com", { maxWaitMilliseconds: 1 })).rejects.toThrow("No email");
  });

  it("has the events and the log of its origin, and each records its own later ones", async () => {
    const world = createTestAuth({
      config: { hooks: { "user.update": () => Promise.reject(new Error("of the test")) } },
    });
    const { client } = await world.signUp("ann@example.com");
    await client.updateUser({ name: "Ann" });
    const copy = await world.fork();
    expect(copy.events).toEqual(world.events);
    expect(copy.logged).toEqual(world.logged);
    const [events, lines] = [world.events.length, world.logged.length];
    expect([events, lines]).toEqual([2, 1]);
    await (await copy.signUp("ben@example.com")).client.updateUser({ name: "Ben" });
    expect([world.events.length, world.logged.length]).toEqual([events, lines]);
    await client.signOut();
    expect(copy.events.map(({ type }) => type)).not.toContain("session.removed");
    expect([copy.events.length, copy.logged.length]).toEqual([events + 2, lines + 1]);
  });

  it("waits for the background work of its origin", async () => {
    const sent: string[] = [];
    const slow = async ({ to }: { readonly to: string }): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      sent.push(to);
    };
    const { signUp, fork } = createTestAuth({ config: { mail: slow } });
    await signUp("ann@example.com");
    expect(sent).toEqual([]);
    await fork();
    expect(sent).toEqual(["ann@example.com"]);
  });

  it("does not have the rows of an open transaction", async () => {
    const { auth, db, fork, ann } = await createWorld();
    await db.transaction(async (tx) => {
      await tx.update(userModel, ann.user.id, { name: "Changed" });
      const copy = await fork();
      expect((await copy.copyOf(ann).client.getSession()).data?.user.name).toBe("ann");
    });
    await auth.idle();
    expect((await ann.client.getSession()).data?.user.name).toBe("Changed");
  });

  it("counts requests from zero in memory, and goes on with counts in the database", async () => {
    const limitOf = async (storage: "memory" | "database"): Promise<readonly number[]> => {
      const rateLimit = {
        enabled: true,
        storage,
        limits: { "/sign-in/email": { windowSeconds: 60, max: 1 } },
      } as const;
      const world = createTestAuth({ config: { rateLimit } });
      const input = { email: "ann@example.com", password: "a wrong password" };
      const statuses: number[] = [];
      const copyAfter = async ({ browser, fork }: Pick<typeof world, "browser" | "fork">) => {
        statuses.push((await browser.post("/sign-in/email", input)).status);
        return fork();
      };
      await copyAfter(await copyAfter(world));
      return statuses;
    };
    expect(await limitOf("memory")).toEqual([401, 401]);
    expect(await limitOf("database")).toEqual([401, 429]);
  });

  it("has the secondary storage's values, and neither storage sees the values of the other one", async () => {
    const { signUp, fork, auth } = createTestAuth({ config: { secondaryStorage: memoryStorage() } });
    const ann = await signUp("ann@example.com");
    await ann.client.getSession();
    const copy = await fork();
    const ofAnn = copy.copyOf(ann);
    await copy.auth.api.revokeUserSessions({ userId: ann.user.id });
    expect([await emailOf(ofAnn), await emailOf(ann)]).toEqual([undefined, "ann@example.com"]);
    const other = await fork();
    await auth.api.revokeUserSessions({ userId: ann.user.id });
    expect([await emailOf(ann), await emailOf(other.copyOf(ann))]).toEqual([undefined, "ann@example.com"]);
  });

  it("calls the functions of the config of its origin", async () => {
    const told: string[] = [];
    const clock = createClock();
    const config = { now: clock.now, onEvent: ({ type }: { readonly type: string }) => void told.push(type) };
    const { signUp, fork } = createTestAuth({ config });
    const ann = await signUp("ann@example.com");
    const copy = await fork();
    await copy.signUp("ben@example.com");
    expect(told).toEqual(["user.created", "session.created", "user.created", "session.created"]);
    clock.forward({ days: 8 });
    expect([await emailOf(ann), await emailOf(copy.copyOf(ann))]).toEqual([undefined, undefined]);
  });

  it("fails for another database and for a wrapper, whose rows it cannot copy", async () => {
    for (const database of [{ ...memory(), name: "postgres" }, counted(memory()), { ...memory() }])
      await expect(createTestAuth({ config: { database } }).fork()).rejects.toThrow(
        `fork() copies rows of memory() only: "${database.name}" is another database, or a wrapper of memory().`,
      );
  });

  it("fails for another secondary storage and for a wrapper, whose values it cannot copy", async () => {
    for (const secondaryStorage of [faultyStorage(memoryStorage(), {}), { ...memoryStorage() }])
      await expect(createTestAuth({ config: { secondaryStorage } }).fork()).rejects.toThrow(
        'fork() copies values of memoryStorage() only: "memory" is another storage',
      );
  });
});

describe("the copy of a client", () => {
  it("has the cookies of the moment of the fork, the IP address, and further fields", async () => {
    const { visit, fork, db, ann } = await createWorld();
    const guest = { ...visit({ ipAddress: "198.51.100.4" }), title: "the guest" };
    const before = await fork();
    await guest.client.signIn.email({ email: "ann@example.com", password: ann.password });
    expect(await emailOf(before.copyOf(guest))).toBe(undefined);
    const after = await fork();
    const copy = after.copyOf(guest);
    expect([await emailOf(copy), copy.title]).toEqual(["ann@example.com", "the guest"]);
    await copy.client.signOut();
    await copy.client.signIn.email({ email: "ann@example.com", password: ann.password });
    expect(await after.db.count(sessionModel, { ipAddress: "198.51.100.4" })).toBe(1);
    expect(await emailOf(guest)).toBe("ann@example.com");
    expect(await db.count(sessionModel, {})).toBe(2);
  });

  it("is one browser for each browser of the origin", async () => {
    const { fork, ann, client, browser } = await createWorld();
    const copy = await fork();
    expect(copy.copyOf(ann).browser).toBe(copy.copyOf(ann).browser);
    expect(copy.copyOf({ client, browser }).browser).toBe(copy.browser);
    expect(copy.fetch).toBe(copy.browser.fetch);
  });

  it("is found in a fork of a fork by the client of each of them", async () => {
    const { fork, ann } = await createWorld();
    const first = await fork();
    const [ben, ofAnn] = [await first.signUp("ben@example.com"), first.copyOf(ann)];
    const second = await first.fork();
    expect(second.copyOf(ann).browser).toBe(second.copyOf(ofAnn).browser);
    expect(await emailOf(second.copyOf(ben))).toBe("ben@example.com");
    expect(second.copyOf(second.copyOf(ben))).toEqual(second.copyOf(ben));
  });

  it("does not exist for a client that was opened after the fork, by another auth, or by the test", async () => {
    const { auth, client, fork, visit } = await createWorld();
    const copy = await fork();
    const browser = createBrowser(auth, { baseURL: "https://app.example.com" });
    for (const stranger of [visit(), (await createWorld()).ann, { client, browser }])
      expect(() => copy.copyOf(stranger)).toThrow("copyOf: this client was opened by another test auth");
  });
});
