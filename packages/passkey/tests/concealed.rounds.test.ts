import { createAuthenticator, type ForgedAnswer } from "@keyhold/testing/passkey";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openRaceDatabase, type RaceDatabase, racedInOneProcess } from "../../../tests/harness/race-database.ts";
import { roundsInOneProcess } from "../../../tests/harness/repeats.ts";
import { type Fixture, open, password } from "./fixture.ts";

const services = inject("services");
const callers = 16;

describe.each(racedInOneProcess(services))("a passkey of a sign-up with a taken address, on %s,", (type) => {
  const rounds = roundsInOneProcess(type);
  let raced: RaceDatabase;
  let fixture: Fixture;
  let made = 0;

  beforeAll(async () => {
    raced = await openRaceDatabase(type, services);
    fixture = open({
      database: raced.database,
      options: { signUp: true },
      config: { emailAndPassword: { enabled: true, requireEmailVerification: true } },
    });
    await raced.migrate(fixture.auth.schema);
    await fixture.auth.api.createUser({ email: "owner@example.com", name: "Owner", password, emailVerified: true });
  });
  afterAll(async () => {
    await fixture.auth.idle();
    await raced.close();
  });

  /** A device that signed up with a free address, and a device that tried a taken address. */
  const signUps = () => {
    made += 1;
    return Promise.all(
      [`free${made}@example.com`, "owner@example.com"].map(async (email) => {
        const device = createAuthenticator({ counts: true });
        const { client } = fixture.visit();
        const { data } = await client.passkey.signUpOptions({ name: "Ann", email });
        if (!data) throw new Error("No options.");
        const { error } = await client.passkey.signUp({ response: device.register(data) });
        expect(error).toBe(null);
        return device;
      }),
    );
  };

  test("answers each use of a counter as that of one with a free address", async () => {
    const uses: readonly ForgedAnswer[] = [
      {},
      { counter: 1 },
      { counter: 0 },
      { counter: 9 },
      { counter: 9 },
      { counter: 10, isEligible: true },
      { counter: 10, userHandle: "AAAA" },
      { counter: 10, userHandle: null },
      { counter: 4_294_967_295 },
      { counter: 4_294_967_295 },
    ];
    const [free = [], taken] = await Promise.all(
      (await signUps()).map(async (device) => {
        const codes: (string | undefined)[] = [];
        for (const forged of uses)
          codes.push((await fixture.signInWith(fixture.visit().client, device, forged)).error?.code);
        return codes;
      }),
    );
    expect(taken).toEqual(free);
    expect(new Set(free)).toEqual(new Set(["EMAIL_NOT_VERIFIED", "AUTHENTICATION_FAILED"]));
  });

  test("answers sixteen uses of one counter at once as that of one with a free address", async () => {
    for (let round = 0; round < rounds; round += 1) {
      for (const device of await signUps()) {
        const guests = await Promise.all(
          Array.from({ length: callers }, async () => {
            const { client } = fixture.visit();
            return { client, response: await fixture.useDevice(client, device, { counter: 7 }) };
          }),
        );
        const answers = await Promise.all(
          guests.map(({ client, response }) => client.passkey.verifyAuthentication({ response })),
        );
        const codes = answers.map(({ error }) => error?.code);
        expect(codes.filter((code) => code === "EMAIL_NOT_VERIFIED")).toHaveLength(1);
        expect(codes.filter((code) => code === "AUTHENTICATION_FAILED")).toHaveLength(callers - 1);
      }
    }
    expect(fixture.logged).toEqual([]);
  });

  test("proves nothing in another user's session, and answers there as that of one with a free address", async () => {
    const { client } = fixture.visit();
    await client.signIn.email({ email: "owner@example.com", password });
    for (const device of await signUps()) {
      const { data } = await client.stepUp.passkeyOptions();
      if (!data) throw new Error("No options.");
      const response = device.authenticate(data, { userHandle: null });
      expect((await client.stepUp.passkey({ response })).error).toMatchObject({
        status: 400,
        code: "AUTHENTICATION_FAILED",
      });
    }
  });
});
