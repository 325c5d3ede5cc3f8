import { userModel } from "@keyhold/core/plugin";
import { createTestAuth, linkIn } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { describe, expect, test } from "vitest";
import { codeOfUri } from "../../../tests/harness/authenticator-app.ts";
import { password } from "./fixture.ts";

const old = "ann@example.com";
const next = "eve@example.com";

describe.each(["confirmation", "verification"] as const)("a change of address at the %s", (switchAt) => {
  /** Ann, and another session of hers, which asks for a change of the address. */
  async function begin() {
    const fixture = createTestAuth({
      plugins: [twoFactor()],
      clientPlugins: [twoFactorClient()],
      config: { user: { changeEmail: { enabled: true, switchAt } }, emailVerification: { sendOnSignUp: false } },
    });
    const { db, mailbox, signUp, visit, clock } = fixture;
    const { client, user } = await signUp(old, { password });
    await db.update(userModel, user.id, { emailVerified: true });
    const other = visit();
    await other.client.signIn.email({ email: old, password });
    expect((await other.client.changeEmail({ newEmail: next })).error).toBe(null);
    /** Enrols an authenticator app, and keeps the other session. */
    async function enrol() {
      const { totpURI = "" } = (await client.twoFactor.enable({ password })).data ?? {};
      const code = codeOfUri(totpURI, clock.now());
      expect((await client.twoFactor.verifyTotp({ code, revokeOtherSessions: false })).error).toBe(null);
    }
    const follow = async (to: string, kind: "confirm-email-change" | "verify-email") =>
      other.browser.follow(linkIn(await mailbox.waitFor(to, { kind })));
    const address = async () => (await db.find(userModel, { id: user.id }))?.email;
    return { enrol, follow, address };
  }

  test("that was asked for before the user enrolled a factor is not confirmed afterwards", async () => {
    const { enrol, follow, address } = await begin();
    await enrol();
    await follow(old, "confirm-email-change");
    expect(await address()).toBe(old);
  });

  test("that was confirmed before the user enrolled a factor stays as it was", async () => {
    const { enrol, follow, address } = await begin();
    await follow(old, "confirm-email-change");
    const confirmed = await address();
    await enrol();
    await follow(next, "verify-email");
    expect(await address()).toBe(confirmed);
    expect(confirmed).toBe(switchAt === "confirmation" ? next : old);
  });

  test("is confirmed if no factor was enrolled since", async () => {
    const { follow, address } = await begin();
    await follow(old, "confirm-email-change");
    await follow(next, "verify-email");
    expect(await address()).toBe(next);
  });
});
