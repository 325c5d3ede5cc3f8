import { memory } from "@keyhold/adapter-memory";
import { accountModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, test, vi } from "vitest";
import { newer, older } from "../../../tests/harness/rotate.ts";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Account, accountAt, ann, come, type Fixture, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

interface Opening {
  readonly database?: ReturnType<typeof memory>;
  readonly secret?: string | readonly string[];
  readonly encryptTokens?: boolean;
}

const open = ({ database = memory(), secret = older, encryptTokens = true }: Opening = {}): Fixture =>
  openFixture(idp(), { social: { encryptTokens }, config: { database, secret } });

/** Ann signs in and requests her tokens. */
async function tokensOf(fixture: Fixture) {
  await come(idp(), fixture);
  return shown(fixture);
}

const shown = async ({ browser }: Pick<Fixture, "browser">, path = "/get-access-token") => {
  const response = await browser.post(path, { providerId: "google" });
  return { status: response.status, ...(await response.json()) };
};

const secrets = ({ accessToken, refreshToken, idToken }: Account) => [accessToken, refreshToken, idToken];
const unavailable = { status: 503, code: "SERVICE_UNAVAILABLE" };
const encrypted = expect.stringMatching(/^sealed1\.[\w-]+$/);

async function write({ db }: Fixture, { id, userId }: Account, change: Partial<Account>): Promise<void> {
  await db.transactionOn(userModel, userId, (tx, user) => tx.update(accountModel, id, change, user));
}

describe("encrypted tokens", () => {
  test("are shown decrypted, and are unreadable in the database", async () => {
    const fixture = open();
    const { accessToken, idToken } = await tokensOf(fixture);
    const row = await accountAt(fixture, "google");
    expect(secrets(row)).toEqual([encrypted, encrypted, encrypted]);
    const stored = JSON.stringify(row);
    for (const token of [accessToken, idToken, ...idToken.split(".")]) expect(stored).not.toContain(token);
    expect(row).toMatchObject({ scope: "openid,email,profile", accessTokenExpiresAt: expect.any(Date) });
  });

  test("are encrypted again by each sign-in and each refresh", async () => {
    const fixture = open();
    await tokensOf(fixture);
    const first = await accountAt(fixture, "google");
    const refreshed = await shown(fixture, "/refresh-token");
    const second = await accountAt(fixture, "google");
    expect(refreshed.status).toBe(200);
    expect(secrets(second)).toEqual([encrypted, encrypted, encrypted]);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect((await shown(fixture)).accessToken).toBe(refreshed.accessToken);
    await come(idp(), fixture);
    expect(secrets(await accountAt(fixture, "google"))).toEqual([encrypted, encrypted, encrypted]);
  });

  test("are decrypted once for an answer, and the refresh token alone for a refresh", async () => {
    const fixture = open();
    await tokensOf(fixture);
    const decrypt = vi.spyOn(crypto.subtle, "decrypt");
    try {
      expect((await shown(fixture)).status).toBe(200);
      expect(decrypt).toHaveBeenCalledTimes(3);
      decrypt.mockClear();
      expect((await shown(fixture, "/refresh-token")).status).toBe(200);
      // The refresh token, and the two new tokens and the ID token for the answer.
      expect(decrypt).toHaveBeenCalledTimes(1 + 3);
    } finally {
      decrypt.mockRestore();
    }
  });

  test("are refreshed once for many, too", async () => {
    const fixture = open();
    await tokensOf(fixture);
    fixture.clock.forward({ seconds: 3600 });
    const answers = await Promise.all(Array.from({ length: 16 }, () => shown(fixture)));
    expect(new Set(answers.map(({ status, accessToken }) => `${status} ${accessToken}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  test("can be decrypted only for their own account and column", async () => {
    const fixture = open();
    await tokensOf(fixture);
    const victim = await accountAt(fixture, "google");
    const mallory = fixture.visit();
    const other = { ...ann, subject: "666", email: "mallory@example.com" };
    await come(idp(), fixture, { as: other, at: mallory });
    const own = await accountAt(fixture, "google", "666");
    await write(fixture, own, { accessToken: victim.accessToken, refreshToken: victim.refreshToken });
    expect(await shown(mallory)).toMatchObject(unavailable);
    expect(await shown(mallory, "/refresh-token")).toMatchObject(unavailable);
    await write(fixture, own, { accessToken: own.refreshToken, refreshToken: own.accessToken });
    expect(await shown(mallory)).toMatchObject(unavailable);
    await fixture.auth.idle();
    expect(fixture.logged.length).toBeGreaterThan(0);
    expect(fixture.logged.every(({ cause }) => cause?.includes("cannot be decrypted"))).toBe(true);
  });

  test("that were changed in the database are not shown, and the log has the reason", async () => {
    const fixture = openFixture(idp(), { social: { encryptTokens: true }, google: { accessType: "online" } });
    await tokensOf(fixture);
    const row = await accountAt(fixture, "google");
    await write(fixture, row, { accessToken: `${row.accessToken?.slice(0, -4)}AAAA` });
    expect(await shown(fixture)).toMatchObject(unavailable);
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([
      expect.objectContaining({ cause: expect.stringContaining("cannot be decrypted") }),
    ]);
  });

  test("that were changed in the database are refreshed if the refresh token can be decrypted", async () => {
    const fixture = open();
    await tokensOf(fixture);
    const row = await accountAt(fixture, "google");
    await write(fixture, row, { accessToken: `${row.accessToken?.slice(0, -4)}AAAA` });
    const answer = await shown(fixture);
    expect(answer.status).toBe(200);
    expect((await accountAt(fixture, "google")).accessToken).toEqual(encrypted);
  });
});

/** Ann's tokens, as the server's own code gets them. */
const told = async (fixture: Fixture, { userId }: Account) =>
  fixture.auth.api.getUserAccessToken({ userId, providerId: "google" });
const refreshed = async (fixture: Fixture, { userId }: Account) =>
  fixture.auth.api.refreshUserToken({ userId, providerId: "google" });

describe("sealing", () => {
  test("may be switched on: plain tokens stay readable, and are encrypted at the next write", async () => {
    const database = memory();
    const before = open({ database, encryptTokens: false });
    const { accessToken } = await tokensOf(before);
    const row = await accountAt(before, "google");
    expect(row.accessToken).toBe(accessToken);
    const fixture = open({ database });
    expect((await told(fixture, row)).accessToken).toBe(accessToken);
    const { accessToken: next } = await refreshed(fixture, row);
    expect((await accountAt(fixture, "google")).accessToken).toEqual(encrypted);
    expect((await told(fixture, row)).accessToken).toBe(next);
  });

  test("may be switched off: encrypted tokens stay readable, and are stored as plain text at the next write", async () => {
    const database = memory();
    const before = open({ database });
    const { accessToken } = await tokensOf(before);
    const row = await accountAt(before, "google");
    const fixture = open({ database, encryptTokens: false });
    expect((await told(fixture, row)).accessToken).toBe(accessToken);
    const { accessToken: next } = await refreshed(fixture, row);
    expect((await accountAt(fixture, "google")).accessToken).toBe(next);
  });
});

describe("the secret", () => {
  test("may be replaced while the older one is listed, and is not needed for later writes", async () => {
    const database = memory();
    const before = open({ database });
    const { accessToken } = await tokensOf(before);
    const row = await accountAt(before, "google");
    const rotating = open({ database, secret: [newer, older] });
    expect((await told(rotating, row)).accessToken).toBe(accessToken);
    const { accessToken: next } = await refreshed(rotating, row);
    expect((await told(open({ database, secret: newer }), row)).accessToken).toBe(next);
  });

  test("may be replaced: a read of the tokens encrypts all of them by the newest", async () => {
    const database = memory();
    const before = open({ database });
    const tokens = await tokensOf(before);
    const row = await accountAt(before, "google");
    await told(open({ database, secret: [newer, older] }), row);
    const fixture = open({ database, secret: newer });
    expect(await told(fixture, row)).toMatchObject({ accessToken: tokens.accessToken, idToken: tokens.idToken });
    expect(await refreshed(fixture, row)).toMatchObject({ accessToken: expect.any(String) });
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([]);
  });

  test("of an ID token alone is missing: the access token is answered, and the log has the reason", async () => {
    const database = memory();
    const before = open({ database });
    await tokensOf(before);
    const { idToken } = await accountAt(before, "google");
    const fixture = open({ database, secret: newer });
    await tokensOf(fixture);
    const row = await accountAt(fixture, "google");
    await write(fixture, row, { idToken });
    expect(await told(fixture, row)).toMatchObject({ accessToken: expect.any(String), idToken: null });
    await fixture.auth.idle();
    expect(fixture.logged).toEqual([expect.objectContaining({ cause: expect.stringContaining("ID token") })]);
  });

  test("that is unknown decrypts no token: calls are 503 until the next sign-in", async () => {
    const database = memory();
    await tokensOf(open({ database }));
    const fixture = open({ database, secret: newer });
    const row = await accountAt(fixture, "google");
    await expect(told(fixture, row)).rejects.toMatchObject(unavailable);
    await expect(refreshed(fixture, row)).rejects.toMatchObject(unavailable);
    expect(await accountAt(fixture, "google")).toEqual(row);

    expect(await tokensOf(fixture)).toMatchObject({ status: 200, accessToken: expect.any(String) });
    expect(await accountAt(fixture, "google")).toMatchObject({ userId: row.userId, accessToken: encrypted });
  });
});
