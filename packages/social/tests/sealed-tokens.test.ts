import { memory } from "@keyhold/adapter-memory";
import { accountModel, userModel } from "@keyhold/core";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "./journey.ts";
import { type Account, accountAt, ann, come, type Kit, openKit } from "./kit.ts";

const idp = useIdentityProvider();
const older = "for tests only: an older secret 0123456";
const newer = "for tests only: a newer secret 01234567";

interface Opening {
  readonly database?: ReturnType<typeof memory>;
  readonly secret?: string | readonly string[];
  readonly encryptTokens?: boolean;
}

const open = ({ database = memory(), secret = older, encryptTokens = true }: Opening = {}): Kit =>
  openKit(idp(), { social: { encryptTokens }, config: { database, secret } });

/** Ann signs in and asks for her tokens. */
async function tokensOf(kit: Kit) {
  await come(idp(), kit);
  return shown(kit);
}

const shown = async ({ browser }: Pick<Kit, "browser">, path = "/get-access-token") => {
  const response = await browser.post(path, { providerId: "google" });
  return { status: response.status, ...(await response.json()) };
};

const secrets = ({ accessToken, refreshToken, idToken }: Account) => [accessToken, refreshToken, idToken];
const sealed = expect.stringMatching(/^sealed1\.[\w-]+$/);

async function write({ db }: Kit, { id, userId }: Account, change: Partial<Account>): Promise<void> {
  await db.within(userModel, userId, (tx, user) => tx.update(accountModel, id, change, user));
}

describe("tokens that are kept sealed", () => {
  test("are told as they are, and nobody reads them from the database", async () => {
    const kit = open();
    const { accessToken, idToken } = await tokensOf(kit);
    const row = await accountAt(kit, "google");
    expect(secrets(row)).toEqual([sealed, sealed, sealed]);
    const stored = JSON.stringify(row);
    for (const token of [accessToken, idToken, ...idToken.split(".")]) expect(stored).not.toContain(token);
    expect(row).toMatchObject({ scope: "openid,email,profile", accessTokenExpiresAt: expect.any(Date) });
  });

  test("are sealed anew by each sign-in and each refresh", async () => {
    const kit = open();
    await tokensOf(kit);
    const first = await accountAt(kit, "google");
    const refreshed = await shown(kit, "/refresh-token");
    const second = await accountAt(kit, "google");
    expect(refreshed.status).toBe(200);
    expect(secrets(second)).toEqual([sealed, sealed, sealed]);
    expect(second.accessToken).not.toBe(first.accessToken);
    expect((await shown(kit)).accessToken).toBe(refreshed.accessToken);
    await come(idp(), kit);
    expect(secrets(await accountAt(kit, "google"))).toEqual([sealed, sealed, sealed]);
  });

  test("are refreshed once for many, too", async () => {
    const kit = open();
    await tokensOf(kit);
    kit.clock.forward({ seconds: 3600 });
    const answers = await Promise.all(Array.from({ length: 16 }, () => shown(kit)));
    expect(new Set(answers.map(({ status, accessToken }) => `${status} ${accessToken}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  test("open for nobody else, and at no other place", async () => {
    const kit = open();
    await tokensOf(kit);
    const victim = await accountAt(kit, "google");
    const mallory = kit.visit();
    const other = { ...ann, subject: "666", email: "mallory@example.com" };
    await come(idp(), kit, { as: other, at: mallory });
    const own = await accountAt(kit, "google", "666");
    await write(kit, own, { accessToken: victim.accessToken, refreshToken: victim.refreshToken });
    expect(await shown(mallory)).toMatchObject({ status: 400, code: "FAILED_TO_GET_A_VALID_ACCESS_TOKEN" });
    expect(await shown(mallory, "/refresh-token")).toMatchObject({ status: 400 });
    await write(kit, own, { accessToken: own.refreshToken, refreshToken: own.accessToken });
    expect(await shown(mallory)).toMatchObject({ status: 400, code: "FAILED_TO_GET_A_VALID_ACCESS_TOKEN" });
    await kit.auth.idle();
    expect(kit.logged.length).toBeGreaterThan(0);
    expect(kit.logged.every(({ cause }) => cause?.includes("sealed with another `secret`"))).toBe(true);
  });

  test("that were changed in the database are not shown, and the log says why", async () => {
    const kit = openKit(idp(), { social: { encryptTokens: true }, google: { accessType: "online" } });
    await tokensOf(kit);
    const row = await accountAt(kit, "google");
    await write(kit, row, { accessToken: `${row.accessToken?.slice(0, -4)}AAAA` });
    expect(await shown(kit)).toMatchObject({ status: 400, code: "FAILED_TO_GET_A_VALID_ACCESS_TOKEN" });
    await kit.auth.idle();
    expect(kit.logged).toEqual([expect.objectContaining({ cause: expect.stringContaining("does not open") })]);
  });

  test("that were changed in the database are refreshed where the refresh token still opens", async () => {
    const kit = open();
    await tokensOf(kit);
    const row = await accountAt(kit, "google");
    await write(kit, row, { accessToken: `${row.accessToken?.slice(0, -4)}AAAA` });
    const answer = await shown(kit);
    expect(answer.status).toBe(200);
    expect((await accountAt(kit, "google")).accessToken).toEqual(sealed);
  });
});

/** Ann's tokens, as the server's own code gets them. */
const told = async (kit: Kit, { userId }: Account) => kit.auth.api.getUserAccessToken({ userId, providerId: "google" });
const refreshed = async (kit: Kit, { userId }: Account) =>
  kit.auth.api.refreshUserToken({ userId, providerId: "google" });

describe("sealing", () => {
  test("may be switched on: what was stored before is read, and sealed when it is written again", async () => {
    const database = memory();
    const before = open({ database, encryptTokens: false });
    const { accessToken } = await tokensOf(before);
    const row = await accountAt(before, "google");
    expect(row.accessToken).toBe(accessToken);
    const kit = open({ database });
    expect((await told(kit, row)).accessToken).toBe(accessToken);
    const { accessToken: next } = await refreshed(kit, row);
    expect((await accountAt(kit, "google")).accessToken).toEqual(sealed);
    expect((await told(kit, row)).accessToken).toBe(next);
  });

  test("may be switched off: what is sealed is read, and not sealed when it is written again", async () => {
    const database = memory();
    const before = open({ database });
    const { accessToken } = await tokensOf(before);
    const row = await accountAt(before, "google");
    const kit = open({ database, encryptTokens: false });
    expect((await told(kit, row)).accessToken).toBe(accessToken);
    const { accessToken: next } = await refreshed(kit, row);
    expect((await accountAt(kit, "google")).accessToken).toBe(next);
  });
});

describe("the secret", () => {
  test("may be replaced while the older one is listed, and what is written then needs it no more", async () => {
    const database = memory();
    const before = open({ database });
    const { accessToken } = await tokensOf(before);
    const row = await accountAt(before, "google");
    const rotating = open({ database, secret: [newer, older] });
    expect((await told(rotating, row)).accessToken).toBe(accessToken);
    const { accessToken: next } = await refreshed(rotating, row);
    expect((await told(open({ database, secret: newer }), row)).accessToken).toBe(next);
  });

  test("that is another one opens nothing: a plain refusal until the next sign-in", async () => {
    const database = memory();
    await tokensOf(open({ database }));
    const kit = open({ database, secret: newer });
    const row = await accountAt(kit, "google");
    await expect(told(kit, row)).rejects.toMatchObject({ status: 400, code: "FAILED_TO_GET_A_VALID_ACCESS_TOKEN" });
    await expect(refreshed(kit, row)).rejects.toMatchObject({ status: 400, code: "FAILED_TO_REFRESH_ACCESS_TOKEN" });
    expect(await accountAt(kit, "google")).toEqual(row);

    expect(await tokensOf(kit)).toMatchObject({ status: 200, accessToken: expect.any(String) });
    expect(await accountAt(kit, "google")).toMatchObject({ userId: row.userId, accessToken: sealed });
  });
});
