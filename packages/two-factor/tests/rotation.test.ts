import { memory } from "@keyhold/adapter-memory";
import { userModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { newer, older } from "../../../tests/harness/rotate.ts";
import { twoFactorModel } from "../src/models.js";
import { type Fixture, open } from "./fixture.ts";

/** The users of the database under a list of secrets: the next rollout of a rotation. */
type Rollout = (secret: string | readonly string[]) => Fixture;

async function enrolled() {
  const database = memory();
  const at: Rollout = (secret) => open({ database, config: { secret } });
  const first = at(older);
  return { at, person: await first.enrol("ada"), first };
}

type Person = Awaited<ReturnType<Fixture["enrol"]>>;

/** All fixtures begin at a common time, so that a later rollout waits longer. */
async function codeAt(fixture: Fixture, { email, secret }: Person, minutes = 5) {
  fixture.clock.forward({ minutes });
  const { client } = await fixture.begin(email);
  return client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
}

const storedOf = async ({ db }: Fixture, userId: string): Promise<string | null> =>
  (await db.find(twoFactorModel, { userId }))?.secret ?? null;

test("an authenticator app that was used during the rotation works after it", async () => {
  const { at, person } = await enrolled();
  expect((await codeAt(at([newer, older]), person)).error).toBe(null);
  expect((await codeAt(at(newer), person, 10)).error).toBe(null);
});

test("a secret that the newest key encrypted stays as it is", async () => {
  const { at, person } = await enrolled();
  const rotating = at([newer, older]);
  await codeAt(rotating, person);
  const stored = await storedOf(rotating, person.user.id);
  rotating.clock.forward({ minutes: 5 });
  await codeAt(rotating, person);
  expect(await storedOf(rotating, person.user.id)).toBe(stored);
});

test("a wrong code during the rotation changes nothing", async () => {
  const { at, person, first } = await enrolled();
  const stored = await storedOf(first, person.user.id);
  const rotating = at([newer, older]);
  const { client } = await rotating.begin(person.email);
  expect((await client.twoFactor.verifyTotp({ code: "000000" })).error?.code).toBe("INVALID_CODE");
  expect(await storedOf(rotating, person.user.id)).toBe(stored);
});

test("a secret that cannot be decrypted is 503 and an error in the log, never a wrong code", async () => {
  const { at, person } = await enrolled();
  const fixture = at(newer);
  const visit = await fixture.begin(person.email);
  for (let guess = 0; guess < 21; guess += 1) {
    const { error } = await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret) });
    expect(error).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
  }
  expect(fixture.logged[0]).toMatchObject({ level: "error", cause: expect.stringContaining("cannot be decrypted") });
  expect(fixture.logged.every(({ cause }) => cause?.includes("authenticator app"))).toBe(true);
  const { error } = await visit.client.twoFactor.verifyBackupCode({ code: person.backupCodes[0] ?? "" });
  expect(error).toBe(null);
});

test("a secret that was moved from another row is 503 at a step-up, too", async () => {
  const fixture = open();
  const [ada, bob] = [await fixture.enrol("ada"), await fixture.enrol("bob")];
  const { db } = fixture;
  const row = (await db.find(twoFactorModel, { userId: ada.user.id })) ?? expect.fail();
  const moved = await storedOf(fixture, bob.user.id);
  await db.transactionOn(userModel, ada.user.id, (tx, user) =>
    tx.update(twoFactorModel, row.id, { secret: moved }, user),
  );
  const { error } = await ada.client.stepUp.totp({ code: fixture.codeAt(bob.secret) });
  expect(error).toMatchObject({ status: 503, code: "SERVICE_UNAVAILABLE" });
});
