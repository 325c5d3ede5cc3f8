import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { counted } from "@keyhold/testing/faults";
import { expect, test } from "vitest";
import { trustedDeviceModel } from "../src/models.js";
import { open, password } from "./fixture.ts";

test.each([
  ["one browser", "revokeTrustedDevice"],
  ["all browsers", "revokeTrustedDevices"],
] as const)("a session that has ended meanwhile does not end the trust in %s", async (_, name) => {
  const database = counted(memory());
  const fixture = open({ database });
  const person = await fixture.enrol("ada");
  const visit = await fixture.begin(person.email);
  await visit.client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret), trustDevice: true });
  const [device] = (await visit.client.twoFactor.listTrustedDevices()).data ?? [];
  const { revokeTrustedDevice, revokeTrustedDevices } = person.client.twoFactor;
  const call = () =>
    name === "revokeTrustedDevice" ? revokeTrustedDevice({ id: device?.id ?? "" }) : revokeTrustedDevices();

  // The call waits for the user, and the sessions end in the transaction that has the user.
  let waiting: ReturnType<typeof call> | undefined;
  await contextOf(fixture.auth)?.transactionOn(userModel, person.user.id, async (ctx) => {
    database.reset();
    waiting = call();
    // The call has read its session, and waits for the user.
    const isRead = () => database.calls.some(({ verb, model }) => verb === "find" && model === "session");
    await expect.poll(() => isRead()).toBe(true);
    await ctx.db.remove(sessionModel, { userId: person.user.id });
  });
  expect((await waiting)?.error?.code).toBe("UNAUTHORIZED");
  expect(await fixture.db.count(trustedDeviceModel, { userId: person.user.id })).toBe(1);

  await person.client.signIn.email({ email: person.email, password });
  fixture.clock.forward({ seconds: 30 });
  await person.client.twoFactor.verifyTotp({ code: fixture.codeAt(person.secret) });
  expect((await call()).error).toBe(null);
  expect(await fixture.db.count(trustedDeviceModel, { userId: person.user.id })).toBe(0);
});
