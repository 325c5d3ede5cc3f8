import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { type Both, startBoth } from "./both.ts";
import { peerDatabaseTypes } from "./database.ts";
import { take } from "./people.ts";
import { besidePeer, directions, newBrowser, newPerson, rowOf, userAt } from "./sides.ts";

const services = inject("services");

describe.each(peerDatabaseTypes(services))("when isStillRunning is switched off, on %s,", (type) => {
  let both: Both;
  beforeEach(async () => {
    both = await startBoth({ type, services, keyhold: besidePeer });
  });
  afterEach(() => both.close());

  const tokenOf = async (userId: string): Promise<unknown> => (await rowOf(both, "session", { userId })).token;

  test("sessions of both live on, each with a new cookie and a hash in its row after one visit", async () => {
    for (const [first] of directions) {
      await both.restart(besidePeer);
      const person = await newPerson(both, first);
      await both.restart();
      expect(await userAt(person, "keyhold")).toBe(person.id);
      expect(person.cookies.cookies.map(({ name }) => name)).toEqual(["keyhold.session_token"]);
      expect(await tokenOf(person.id)).toHaveLength(43);
      expect(await userAt(person, "keyhold")).toBe(person.id);
    }
  });

  test("sixteen concurrent visits with one session of better-auth are all answered, and hash its token once", async () => {
    for (const [first] of directions) {
      await both.restart(besidePeer);
      const person = await newPerson(both, first);
      await both.restart();
      const headers = { "x-side": "keyhold" };
      const asked = Array.from({ length: 16 }, async () => (await person.fetch("/get-session", { headers })).json());
      expect((await Promise.all(asked)).map(({ user }) => user.id)).toEqual(asked.map(() => person.id));
      expect(await tokenOf(person.id)).toHaveLength(43);
    }
  });

  test("passwords of both are verified, and hashed anew at the next sign-in", async () => {
    const people = [await newPerson(both, "peer"), await newPerson(both, "keyhold")];
    await both.restart();
    for (const person of people) {
      take(await newBrowser(both, "keyhold").client.signIn.email(person));
      const { password } = await rowOf(both, "account", { userId: person.id, providerId: "credential" });
      expect(password).toMatch(/^\$(argon2id|scrypt)\$/);
      take(await newBrowser(both, "keyhold").client.signIn.email(person));
    }
  });

  test("and on again, sessions hashed meanwhile stay valid at Keyhold, and neither form replaces the other", async () => {
    const person = await newPerson(both, "peer");
    await both.restart();
    expect(await userAt(person, "keyhold")).toBe(person.id);
    const hash = await tokenOf(person.id);
    await both.restart(besidePeer);
    for (const side of ["keyhold", "peer", "keyhold"] as const) {
      expect(await userAt(person, side)).toBe(side === "peer" ? null : person.id);
    }
    expect(await tokenOf(person.id)).toBe(hash);

    person.toggle("peer");
    take(await person.client.signIn.email(person));
    for (const side of ["keyhold", "peer", "keyhold"] as const) expect(await userAt(person, side)).toBe(person.id);
    expect(person.cookies.cookies.map(({ name }) => name)).toEqual(["better-auth.session_token"]);
    await both.restart();
    expect(await userAt(person, "keyhold")).toBe(person.id);
  });

  test("an instance without the option signs no user out of instances with it", async () => {
    const person = await newPerson(both, "peer");
    await both.restart();
    const visits = Array.from({ length: 4 }, () => userAt(person, "keyhold"));
    expect(await Promise.all(visits)).toEqual(visits.map(() => person.id));
    await both.restart(besidePeer);
    take(await person.client.updateUser({ name: "Renamed" }));
    expect(await userAt(person, "keyhold")).toBe(person.id);
  });
});

describe("while better-auth 1.2.12 runs with its cookie cache,", () => {
  let both: Both;
  beforeEach(async () => {
    const session = { cookieCache: { enabled: true, maxAge: 300 } };
    both = await startBoth({ type: "sqlite", services, peer: { session }, keyhold: besidePeer });
  });
  afterEach(() => both.close());

  test("Keyhold's changes, sign-ins and sign-outs take effect there at once", async () => {
    const person = await newPerson(both, "peer");
    expect(person.cookies.get("better-auth.session_data")).not.toBe(null);
    person.toggle("keyhold");
    take(await person.client.updateUser({ name: "Renamed" }));
    person.toggle("peer");
    expect(take(await person.client.getSession()).user.name).toBe("Renamed");

    const other = await newPerson(both, "peer");
    person.toggle("keyhold");
    take(await person.client.signIn.email(other));
    expect(await userAt(person, "peer")).toBe(other.id);
    person.toggle("keyhold");
    take(await person.client.signOut());
    expect(await userAt(person, "peer")).toBe(null);
  });
});
