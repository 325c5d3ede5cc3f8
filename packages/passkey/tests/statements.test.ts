import { DatabaseSync } from "node:sqlite";
import { planMigration } from "@keyhold/adapter-kysely";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { userModel } from "@keyhold/core/plugin";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { beforeAll, expect, test } from "vitest";
import { noting, shorten } from "../../../tests/harness/noted-statements.ts";
import { type Fixture, open, password } from "./fixture.ts";

const ran: string[] = [];
const database = sqlite(noting(new DatabaseSync(":memory:"), ran));
let fixture: Fixture;

beforeAll(async () => {
  fixture = open({ database });
  await (await planMigration(database, fixture.auth.schema)).apply();
});

/** The statements of a call, in order. */
async function statementsOf(call: () => Promise<{ readonly error: unknown }>): Promise<readonly string[]> {
  await fixture.auth.idle();
  // Swept before, so that no sweep runs while statements are counted.
  await fixture.auth.api.removeExpired();
  ran.length = 0;
  expect((await call()).error).toBe(null);
  return ran.map(shorten);
}

test("a signed-in check costs the one statement that it costs without the plugin", async () => {
  const { client } = await fixture.enrol("ada");
  expect(await statementsOf(() => client.getSession())).toEqual(['select "session"']);
});

test("a password sign-in reads no passkey, if no factor is asked", async () => {
  const { email } = await fixture.enrol("bob");
  const { client } = fixture.visit();
  const statements = await statementsOf(() => client.signIn.email({ email, password }));
  expect(statements.filter((one) => one.includes("passkey"))).toEqual([]);
});

test.each([
  ["generateAuthenticateOptions", 1],
  ["verifyAuthentication", 9],
  ["generateRegisterOptions", 4],
  ["verifyRegistration", 8],
  ["listUserPasskeys", 2],
  ["updatePasskey", 5],
  ["deletePasskey", 9],
] as const)("%s costs at most %i statements beside those of its transaction", async (name, max) => {
  const { client, device, passkey, user } = await fixture.enrol(`person-${name.toLowerCase()}`);
  // Of a user with an unverified address the sender of notifications asks for a held address.
  await fixture.db.update(userModel, user.id, { emailVerified: true });
  const guest = fixture.visit().client;
  const authentication = await fixture.useDevice(guest, device);
  const registration = (await fixture.makeCredential(client, createAuthenticator())).response;
  const calls = {
    generateAuthenticateOptions: () => fixture.visit().client.passkey.generateAuthenticateOptions(),
    verifyAuthentication: () => guest.passkey.verifyAuthentication({ response: authentication }),
    generateRegisterOptions: () => client.passkey.generateRegisterOptions(),
    verifyRegistration: () => client.passkey.verifyRegistration({ response: registration }),
    listUserPasskeys: () => client.passkey.listUserPasskeys(),
    updatePasskey: () => client.passkey.updatePasskey({ id: passkey.id, name: "New" }),
    deletePasskey: () => client.passkey.deletePasskey({ id: passkey.id }),
  };
  const statements = (await statementsOf(calls[name])).filter((one) => !/^(begin|commit)/i.test(one));
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(max);
  expect(statements.length).toBeGreaterThan(max - 3);
});
