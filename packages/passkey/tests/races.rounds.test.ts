import { accountModel } from "@keyhold/core/plugin";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open, password } from "./fixture.ts";

const services = inject("services");
const callers = 16;
const maxPerUser = 5;

describe.each(racedInOneProcess(services))("sixteen callers at once on %s:", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database, options: { maxPerUser } });
    await raced.migrate(fixture.auth.schema);
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  const nextName = () => {
    made += 1;
    return `person${made}`;
  };
  const all = <T>(work: (caller: number) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  type Answers = readonly { readonly error: { readonly status: number; readonly code: string } | null }[];
  /** How many answers have this code; null: no error. */
  const count = (answers: Answers, code: string | null): number =>
    answers.filter(({ error }) => (error?.code ?? null) === code).length;
  const noFailures = async (answers: Answers): Promise<void> => {
    expect(answers.filter(({ error }) => error && error.status >= 500)).toEqual([]);
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([]);
  };

  test("one challenge opens one session, and registers one passkey", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { client, user, device } = await fixture.enrol(nextName());
      const guest = fixture.visit().client;
      const response = await fixture.useDevice(guest, device);
      const signedIn = await all(() => guest.passkey.verifyAuthentication({ response }));
      await noFailures(signedIn);
      expect(count(signedIn, null)).toBe(1);
      expect(count(signedIn, "CHALLENGE_NOT_FOUND")).toBe(callers - 1);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(2);

      const made = await fixture.makeCredential(client, createAuthenticator());
      const added = await all(() => client.passkey.verifyRegistration({ response: made.response }));
      await noFailures(added);
      expect(count(added, null)).toBe(1);
      expect(count(added, "CHALLENGE_NOT_FOUND")).toBe(callers - 1);
      expect(await fixture.passkeysOf(user.id)).toHaveLength(2);
    }
  });

  test("one credential is one row, of one of two users", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const names = [nextName(), nextName()];
      const people = await Promise.all(names.map((name) => fixture.signUp(`${name}@example.com`)));
      const device = createAuthenticator();
      const made = await all(async (caller) => {
        const { client } = fixture.visit();
        const { error } = await client.signIn.email({ email: `${names[caller % 2]}@example.com`, password });
        expect(error).toBe(null);
        return { client, response: (await fixture.makeCredential(client, device)).response };
      });
      const answers = await Promise.all(
        made.map(({ client, response }) => client.passkey.verifyRegistration({ response })),
      );
      await noFailures(answers);
      expect(count(answers, null)).toBe(1);
      expect(count(answers, "PREVIOUSLY_REGISTERED")).toBe(callers - 1);
      const rows = await Promise.all(people.map(({ user }) => fixture.passkeysOf(user.id)));
      expect(rows.flat()).toHaveLength(1);
    }
  });

  test("one counter passes once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { user, device } = await fixture.enrol(nextName(), { counts: true });
      const guests = await all(async () => {
        const { client } = fixture.visit();
        return { client, response: await fixture.useDevice(client, device, { counter: 7 }) };
      });
      const answers = await Promise.all(
        guests.map(({ client, response }) => client.passkey.verifyAuthentication({ response })),
      );
      await noFailures(answers);
      expect(count(answers, null)).toBe(1);
      expect(count(answers, "AUTHENTICATION_FAILED")).toBe(callers - 1);
      expect(await fixture.sessionsOf(user.id)).toHaveLength(2);
      expect(await fixture.passkeysOf(user.id)).toMatchObject([{ counter: 7 }]);
    }
  });

  test("a user has at most so many passkeys, and one user handle", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const email = `${nextName()}@example.com`;
      const { user } = await fixture.signUp(email);
      const browsers = await all(async () => {
        const { client } = fixture.visit();
        expect((await client.signIn.email({ email, password })).error).toBe(null);
        return client;
      });
      const handles = new Set<string>();
      const responses = await Promise.all(
        browsers.map(async (client) => {
          const { options, response } = await fixture.makeCredential(client, createAuthenticator());
          handles.add(options.user.id);
          return { client, response };
        }),
      );
      expect(handles.size).toBe(1);
      const answers = await Promise.all(
        responses.map(({ client, response }) => client.passkey.verifyRegistration({ response })),
      );
      await noFailures(answers);
      expect(count(answers, null)).toBe(maxPerUser);
      expect(count(answers, "TOO_MANY_PASSKEYS")).toBe(callers - maxPerUser);
      expect(await fixture.passkeysOf(user.id)).toHaveLength(maxPerUser);
    }
  });

  test("the last way to sign in stays, if the account and the passkeys are removed at once", async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { client, user, passkey } = await fixture.enrol(nextName());
      const other = await fixture.add(client, createAuthenticator());
      const ids = [passkey.id, other.data?.id ?? ""];
      const answers = await all(async (caller) => {
        const id = ids[caller % 3];
        if (id === undefined) return client.unlinkAccount({ providerId: "credential" });
        return client.passkey.deletePasskey({ id });
      });
      await noFailures(answers);
      expect(count(answers, null)).toBe(2);
      const accounts = await fixture.db.count(accountModel, { userId: user.id });
      expect((await fixture.passkeysOf(user.id)).length + accounts).toBe(1);
    }
  });

  test("the first passkey as a second factor leaves no session that was opened or proven by the password", async () => {
    const asking = open({ database: raced.database, options: { asSecondFactor: true, maxPerUser } });
    for (let round = 0; round < rounds; round += 1) {
      const email = `${nextName()}@example.com`;
      const ann = await asking.signUp(email);
      const signIn = (client: Fixture["client"]) => client.signIn.email({ email, password });
      const others = await Promise.all(Array.from({ length: 4 }, async () => asking.visit()));
      for (const { client } of others) expect((await signIn(client)).error).toBe(null);
      const { response } = await asking.makeCredential(ann.client, createAuthenticator());
      const visits = await all(async () => asking.visit());
      const answers = await all(async (caller): Promise<Answers[number]> => {
        const other = others[Math.floor(caller / 4)];
        if (caller === 0) return ann.client.passkey.verifyRegistration({ response });
        if (caller % 4 === 1 && other) return other.client.stepUp.password({ password });
        if (caller % 4 === 2 && other) return other.client.changeEmail({ newEmail: `new-${caller}-${email}` });
        return signIn(visits[caller]?.client ?? ann.client);
      });
      expect(answers.filter(({ error }) => error && error.status >= 500)).toEqual([]);
      expect(answers[0]?.error).toBe(null);
      await asking.auth.idle();
      expect(asking.logged.filter(({ level }) => level === "error")).toEqual([]);
      const sessions = await asking.sessionsOf(ann.user.id);
      expect(sessions.map(({ userAgent, id }) => [userAgent, id])).toHaveLength(1);
      expect((await ann.client.getSession()).data?.session.id).toBe(sessions[0]?.id);
      for (const { client } of [...others, ...visits]) expect((await client.getSession()).data).toBe(null);
    }
  });
});
