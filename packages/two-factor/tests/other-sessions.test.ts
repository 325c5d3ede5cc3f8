import { userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import { type Fixture, open, password } from "./fixture.ts";

type Client = Fixture["client"];
interface Given {
  readonly revokeOtherSessions?: boolean;
}

const secretIn = (totpURI = ""): string => new URL(totpURI).searchParams.get("secret") ?? "";

/** Changes of the factors of a user. */
const changes: Readonly<Record<string, (client: Client, given: Given) => Promise<{ error: unknown }>>> = {
  "disabling the factors": ({ twoFactor }, given) => twoFactor.disable({ password, ...given }),
  "renewing the backup codes": ({ twoFactor }, given) => twoFactor.generateBackupCodes({ password, ...given }),
  "enabling emailed codes": ({ twoFactor }, given) => twoFactor.enable({ password, method: "otp", ...given }),
};

describe.each(Object.entries(changes))("%s", (_, change) => {
  test.each([
    [{}, 1],
    [{ revokeOtherSessions: true }, 1],
    [{ revokeOtherSessions: false }, 2],
  ])("with %j leaves as many sessions: %i, and no pending sign-in", async (given, sessions) => {
    const fixture = open();
    const { client, user, secret, email } = await fixture.enrol("ada");
    await fixture.db.update(userModel, user.id, { emailVerified: true });
    const other = await fixture.begin(email);
    expect((await other.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret), trustDevice: true })).error).toBe(
      null,
    );
    fixture.clock.forward({ seconds: 30 });
    expect((await client.stepUp.totp({ code: fixture.codeAt(secret) })).error).toBe(null);
    fixture.clock.forward({ seconds: 30 });
    const pending = await fixture.begin(email);

    expect((await change(client, given)).error).toBe(null);
    expect(await fixture.sessionsOf(user.id)).toHaveLength(sessions);
    const late = await pending.client.twoFactor.verifyTotp({ code: fixture.codeAt(secret) });
    expect(late.error?.code).toBe("INVALID_TWO_FACTOR_COOKIE");
    expect((await client.twoFactor.listTrustedDevices()).data).toEqual([]);
  });
});

test.each([
  [{}, 1],
  [{ revokeOtherSessions: false }, 2],
])("confirming an app with %j leaves as many sessions: %i", async (given, sessions) => {
  const fixture = open();
  const { client, user } = await fixture.signUp("ada@example.com", { username: "ada" });
  expect((await fixture.visit().client.signIn.email({ email: "ada@example.com", password })).error).toBe(null);
  const { data } = await client.twoFactor.enable({ password });
  const code = fixture.codeAt(secretIn(data?.totpURI));
  expect((await client.twoFactor.verifyTotp({ code, ...given })).error).toBe(null);
  expect(await fixture.sessionsOf(user.id)).toHaveLength(sessions);
});
