import { createAuthenticator, type ForgedAnswer } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { type Fixture, open } from "./fixture.ts";

type Person = Awaited<ReturnType<Fixture["enrol"]>>;

/** Proves the passkey again in the session of a user. */
async function stepUp({ client, device }: Pick<Person, "client" | "device">, forged: ForgedAnswer = {}) {
  const { data, error } = await client.stepUp.passkeyOptions();
  if (error) throw new Error(error.code);
  return client.stepUp.passkey({ response: device.authenticate(data, forged) });
}

describe("a step-up by passkey", () => {
  test("makes a session fresh, records two factors, and exchanges the token", async () => {
    const { enrol, clock, sessionsOf } = open();
    const ann = await enrol("ann");
    clock.forward({ minutes: 11 });
    const stale = await ann.client.passkey.deletePasskey({ id: ann.passkey.id });
    expect(stale.error).toMatchObject({
      status: 403,
      code: "SESSION_IS_NOT_FRESH",
      stepUp: { methods: ["password", "passkey"], factors: 1 },
    });
    const [before] = await sessionsOf(ann.user.id);
    const options = await ann.client.stepUp.passkeyOptions();
    expect(options.data?.allowCredentials).toMatchObject([{ id: ann.device.id }]);
    const proven = await stepUp(ann);
    expect(proven.data).toEqual({ status: true, authTime: clock.now(), factorTime: clock.now() });
    const [after] = await sessionsOf(ann.user.id);
    expect(after).toMatchObject({ id: before?.id, amr: "pwd,hwk,mfa" });
    expect(after?.token).not.toBe(before?.token);
    expect((await ann.client.passkey.deletePasskey({ id: ann.passkey.id })).data).toEqual({ status: true });
  });

  test("without verification of the user is one factor, and no step-up to two", async () => {
    const { enrol, clock, auth } = open();
    const ann = await enrol("ann", { verifies: false });
    clock.forward({ minutes: 11 });
    expect((await stepUp(ann)).data).toMatchObject({ factorTime: null });
    const headers = ann.browser.headers();
    await auth.api.requireStepUp({ withinSeconds: 600 }, { headers });
    const two = auth.api.requireStepUp({ withinSeconds: 600, factors: 2 }, { headers });
    await expect(two).rejects.toMatchObject({ code: "STEP_UP_REQUIRED", stepUp: { methods: [] } });
  });

  test("fails with a challenge of a sign-in, of another session, or used before", async () => {
    const { enrol, visit, useDevice } = open();
    const ann = await enrol("ann");
    const absent = { status: 400, code: "CHALLENGE_NOT_FOUND" };
    const ofSignIn = await useDevice(ann.client, ann.device);
    expect((await ann.client.stepUp.passkey({ response: ofSignIn })).error).toMatchObject(absent);
    const { data } = await ann.client.stepUp.passkeyOptions();
    if (!data) throw new Error("No options.");
    const response = ann.device.authenticate(data);
    const other = visit();
    await other.client.signIn.email({ email: ann.email, password: ann.password });
    expect((await other.client.stepUp.passkey({ response })).error).toMatchObject(absent);
    expect((await ann.client.passkey.verifyAuthentication({ response })).error).toMatchObject({
      code: "AUTHENTICATION_FAILED",
    });
    expect((await ann.client.stepUp.passkey({ response })).error).toBe(null);
    expect((await ann.client.stepUp.passkey({ response })).error).toMatchObject(absent);
  });

  test("fails with the passkey of another user, and with an unknown one", async () => {
    const { enrol, clock } = open();
    const ann = await enrol("ann");
    const bob = await enrol("bob");
    clock.forward({ minutes: 11 });
    const wrong = await stepUp({ client: ann.client, device: bob.device });
    expect(wrong.error).toMatchObject({ status: 400, code: "AUTHENTICATION_FAILED" });
    const unknown = await stepUp({ client: ann.client, device: createAuthenticator() });
    expect(unknown.error).toMatchObject({ status: 401, code: "PASSKEY_NOT_FOUND", signal: "unknown-credential" });
    expect((await ann.client.passkey.generateRegisterOptions()).error?.code).toBe("SESSION_IS_NOT_FRESH");
  });

  test("needs a session", async () => {
    const { client } = open();
    expect((await client.stepUp.passkeyOptions()).error?.status).toBe(401);
  });
});

test("with asSecondFactor a passkey is deleted after a recent second factor only", async () => {
  const { enrol, clock } = open({ options: { asSecondFactor: true } });
  const ann = await enrol("ann");
  expect((await ann.client.passkey.deletePasskey({ id: ann.passkey.id })).error).toMatchObject({
    status: 403,
    code: "STEP_UP_REQUIRED",
    stepUp: { methods: ["passkey"], factors: 2 },
  });
  expect((await stepUp(ann)).error).toBe(null);
  clock.forward({ minutes: 11 });
  expect((await ann.client.passkey.deletePasskey({ id: ann.passkey.id })).error?.code).toBe("STEP_UP_REQUIRED");
  expect((await stepUp(ann)).error).toBe(null);
  expect((await ann.client.passkey.deletePasskey({ id: ann.passkey.id })).data).toEqual({ status: true });
});

test("with asSecondFactor another passkey is added after a recent second factor only, the first one without", async () => {
  const { signUp, add, clock, passkeysOf } = open({ options: { asSecondFactor: true } });
  const ann = await signUp("ann@example.com");
  const device = createAuthenticator();
  expect((await add(ann.client, device)).error).toBe(null);
  clock.forward({ minutes: 11 });
  expect((await ann.client.stepUp.password({ password: ann.password })).error).toBe(null);
  expect((await ann.client.passkey.generateRegisterOptions()).error).toMatchObject({
    status: 403,
    code: "STEP_UP_REQUIRED",
    stepUp: { methods: ["passkey"], factors: 2 },
  });
  expect((await stepUp({ client: ann.client, device })).error).toBe(null);
  expect((await add(ann.client, createAuthenticator())).error).toBe(null);
  expect(await passkeysOf(ann.user.id)).toHaveLength(2);
});
