import { createAuthenticator } from "@keyhold/testing/passkey";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { type Fixture, open } from "./fixture.ts";

const services = inject("services");

const values: readonly unknown[] = [
  null,
  0,
  1.5,
  true,
  [],
  {},
  "",
  "\u0000",
  "AAAA\u0000",
  "\ud800",
  "__proto__",
  "sha256.AAAA",
  "AAAA====",
  "AA AA",
  "%",
  "é",
  "A".repeat(2048),
  "A".repeat(60_000),
];
const credential = ["id", "rawId", "type", "response"];
const parts = {
  "/passkey/verify-authentication": ["clientDataJSON", "authenticatorData", "signature"],
  "/step-up/passkey": ["clientDataJSON", "authenticatorData", "signature"],
  "/passkey/verify-registration": ["clientDataJSON", "attestationObject"],
};
type Path = keyof typeof parts;

describe.each(racedInOneProcess(services))("a value of another kind, on %s,", (type) => {
  let raced: RaceDatabase;
  let fixture: Fixture;
  let ann: Awaited<ReturnType<Fixture["enrol"]>>;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({ database: raced.database });
    await raced.migrate(fixture.auth.schema);
    ann = await fixture.enrol("ann");
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  /** A right response to new options. */
  async function responseFor(path: Path): Promise<{ readonly response: object }> {
    if (path === "/passkey/verify-registration")
      return (await fixture.makeCredential(ann.client, createAuthenticator())).response;
    if (path === "/passkey/verify-authentication") return fixture.useDevice(ann.client, ann.device);
    const { data } = await ann.client.stepUp.passkeyOptions();
    if (!data) throw new Error("No options.");
    return ann.device.authenticate(data);
  }

  test.each(Object.entries(parts) as [Path, string[]][])("%s answers with a code", async (path, names) => {
    for (const value of [undefined, ...values]) {
      for (const name of credential) {
        await expectRefused(path, { response: { ...(await responseFor(path)), [name]: value } });
      }
      for (const name of names) {
        const right = await responseFor(path);
        await expectRefused(path, { response: { ...right, response: { ...right.response, [name]: value } } });
      }
      await expectRefused(path, { response: value });
    }
    expect(fixture.logged).toEqual([]);
    expect(await fixture.passkeysOf(ann.user.id)).toMatchObject([{ id: ann.passkey.id, clonedAt: null }]);
  });

  async function expectRefused(path: Path, body: object): Promise<void> {
    const answer = await ann.browser.post(path, body);
    expect([400, 401, 413], JSON.stringify(body).slice(0, 300)).toContain(answer.status);
    expect(await answer.json()).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) });
  }
});
