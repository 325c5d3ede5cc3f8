import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Both, startBoth } from "./both.ts";
import { peerDatabaseTypes } from "./database.ts";
import { take } from "./people.ts";
import { besidePeer, directions, newBrowser, newPerson, rowOf, userAt } from "./sides.ts";

const services = inject("services");
const day = 86_400_000;

describe.each(peerDatabaseTypes(services))("while better-auth 1.2.12 runs on the same database, on %s,", (type) => {
  let both: Both;
  beforeAll(async () => {
    both = await startBoth({ type, services, keyhold: besidePeer });
  });
  afterAll(() => both.close());

  describe.each(directions)("of a session opened by %s", (first, second) => {
    test(`${second} answers the same, by the same cookie and the same row`, async () => {
      const person = await newPerson(both, first);
      const cookies = person.cookies.cookies.map(({ name, value }) => [name, value]);
      expect(cookies.map(([name]) => name)).toEqual(["better-auth.session_token"]);
      const before = await rowOf(both, "session", { userId: person.id });
      for (const side of [second, first, second]) expect(await userAt(person, side)).toBe(person.id);
      expect(person.cookies.cookies.map(({ name, value }) => [name, value])).toEqual(cookies);
      expect(await rowOf(both, "session", { userId: person.id })).toMatchObject({ token: before.token });
      expect(before.token).toHaveLength(32);
    });

    test(`a sign-out at ${second} ends it at ${first}`, async () => {
      const person = await newPerson(both, first);
      const stolen = newBrowser(both, first);
      stolen.cookies.accept(person.cookies.cookies.map(({ name, value }) => `${name}=${value}; Path=/`));
      person.toggle(second);
      take(await person.client.signOut());
      expect(person.cookies.cookies).toEqual([]);
      for (const side of [first, second]) expect(await userAt(stolen, side)).toBe(null);
    });

    test(`${second} keeps rememberMe: false`, async () => {
      const { email, password, id } = await newPerson(both, first);
      const browser = newBrowser(both, first);
      take(await browser.client.signIn.email({ email, password, rememberMe: false }));
      expect(browser.cookies.cookies.every(({ expiresAt }) => expiresAt === null)).toBe(true);
      for (const side of [second, first]) expect(await userAt(browser, side)).toBe(id);
      expect(browser.cookies.get("better-auth.dont_remember")).not.toBe(null);
      browser.cookies.close();
      for (const side of [second, first]) expect(await userAt(browser, side)).toBe(null);
      browser.toggle(second);
      take(await browser.client.signIn.email({ email, password, rememberMe: true }));
      expect(browser.cookies.get("better-auth.dont_remember")).toBe(null);
      browser.cookies.close();
      for (const side of [first, second]) expect(await userAt(browser, side)).toBe(id);
    });

    test(`${second} extends it when due, and ${first} accepts it`, async () => {
      const person = await newPerson(both, first);
      const { internalAdapter } = await both.peer.auth.$context;
      const { token } = await rowOf(both, "session", { userId: person.id });
      const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 2 * day);
      await internalAdapter.updateSession(String(token), { expiresAt });
      expect(await userAt(person, second)).toBe(person.id);
      const row = await rowOf(both, "session", { userId: person.id });
      expect(row.token).toBe(token);
      expect(new Date(String(row.expiresAt)).getTime()).toBeGreaterThan(Date.now() + 6 * day);
      const [cookie] = person.cookies.cookies;
      expect(cookie?.name).toBe("better-auth.session_token");
      expect(cookie?.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 6 * day);
      expect(await userAt(person, first)).toBe(person.id);
    });

    test(`${second} lists it and ends it by the listed token`, async () => {
      const person = await newPerson(both, first);
      const other = newBrowser(both, first);
      take(await other.client.signIn.email(person));
      person.toggle(second);
      const { id } = take(await person.client.getSession()).session;
      const [shown] = take(await person.client.listSessions()).filter((session) => session.id !== id);
      take(await person.client.revokeSession({ token: shown?.token ?? "" }));
      for (const side of [first, second]) expect(await userAt(other, side)).toBe(null);
      for (const side of [first, second]) expect(await userAt(person, side)).toBe(person.id);
    });

    test(`${second} replaces it by the session of another sign-in`, async () => {
      const [one, other] = [await newPerson(both, first), await newPerson(both, first)];
      one.toggle(second);
      take(await one.client.signIn.email(other));
      for (const side of [first, second]) expect(await userAt(one, side)).toBe(other.id);
      // Keyhold names the new session once more for ten minutes, for late answers to requests with the cookie of before.
      const names = one.cookies.cookies.map(({ name }) => name).filter((name) => name.includes("session"));
      expect(names.filter((name) => name !== "keyhold.newest_session")).toEqual(["better-auth.session_token"]);
    });

    test(`${second} does not end it after months`, async () => {
      const person = await newPerson(both, first);
      const { adapter } = await both.peer.auth.$context;
      const createdAt = new Date(Date.now() - 90 * day);
      await adapter.update({
        model: "session",
        where: [{ field: "userId", value: person.id }],
        update: { createdAt, expiresAt: new Date(Date.now() + 3 * day) },
      });
      for (const side of [second, first]) expect(await userAt(person, side)).toBe(person.id);
    });
  });

  test("sixteen concurrent requests at both servers, each extending one session, keep its row and token", async () => {
    for (const first of ["peer", "keyhold"] as const) {
      const person = await newPerson(both, first);
      const { token } = await rowOf(both, "session", { userId: person.id });
      const expiresAt = new Date(Date.now() + 2 * day);
      await (await both.peer.auth.$context).internalAdapter.updateSession(String(token), { expiresAt });
      const answers = await Promise.all(
        Array.from({ length: 16 }, async (_, at) => {
          const headers = { "x-side": at % 2 === 0 ? "peer" : "keyhold" };
          return (await person.fetch("/get-session", { headers })).json();
        }),
      );
      expect(answers.map(({ user }) => user.id)).toEqual(Array.from({ length: 16 }, () => person.id));
      expect((await rowOf(both, "session", { userId: person.id })).token).toBe(token);
    }
  });
});
