import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { userModel } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";

const { twoFactor: ofFactors, stepUp } = twoFactor().endpoints;
const routes: readonly string[] = Object.values({ ...ofFactors, ...stepUp }).map(({ route }) => route);
const posts = routes.filter((route) => route.startsWith("POST ")).map((route) => route.slice("POST ".length));
const reads = routes.filter((route) => route.startsWith("GET ")).map((route) => route.slice("GET ".length));

test("an administrator who impersonates a user enrols, proves, disables and recovers nothing, by no route", async () => {
  const { signUp, db } = createTestAuth({
    plugins: [admin(), twoFactor({ recovery: { delaySeconds: 3600 } })],
    clientPlugins: [adminClient(), twoFactorClient()],
  });
  const root = await signUp("root@example.com");
  const ada = await signUp("ada@example.com");
  await db.update(userModel, root.user.id, { role: "admin" } as object);
  await root.client.admin.impersonateUser({ userId: ada.user.id });
  expect(posts.length).toBeGreaterThan(15);
  for (const path of posts) {
    const answer = await root.browser.post(path, { code: "123456", id: "1", password: "correct horse battery staple" });
    expect([path, answer.status, (await answer.json()).code]).toEqual([path, 403, "NOT_ALLOWED_WHILE_IMPERSONATING"]);
  }
  expect([...reads].sort()).toEqual(["/two-factor/list-trusted-devices", "/two-factor/status"]);
});

test("an administrator of the server who claims an account removes its factors and trusted browsers", async () => {
  const fixture = createTestAuth({
    plugins: [admin(), twoFactor()],
    clientPlugins: [adminClient(), twoFactorClient()],
  });
  const { client, user, password } = await fixture.signUp("ceo@example.com");
  const { data } = await client.twoFactor.enable({ password });
  const secret = new URL(data?.totpURI ?? "").searchParams.get("secret") ?? "";
  const { code } = await fixture.auth.api.generateTotp({ secret });
  expect((await client.twoFactor.verifyTotp({ code, trustDevice: true })).error).toBe(null);
  const newPassword = "quite another passphrase";
  await fixture.auth.idle();
  const { length: before } = fixture.events;
  const { length: sentBefore } = fixture.mailbox.messages;
  await fixture.auth.api.admin.appointUser({ userId: user.id, role: "admin", claim: true, password: newPassword });
  await fixture.auth.idle();
  const told = fixture.events.slice(before).map(({ type }) => type);
  expect(told.filter((type) => type.startsWith("two-factor."))).toEqual(["two-factor.disabled"]);
  expect(told.filter((type) => type === "session.ended")).toHaveLength(1);
  const sent = fixture.mailbox.messages.slice(sentBefore).map(({ kind }) => kind);
  expect(sent.filter((kind) => kind.startsWith("two-factor."))).toEqual(["two-factor.disabled"]);
  expect((await client.getSession()).data).toBe(null);
  const owner = fixture.visit();
  const signedIn = await owner.client.signIn.email({ email: "ceo@example.com", password: newPassword });
  expect(signedIn.data).toMatchObject({ user: { twoFactorEnabled: false, role: "admin" } });
  expect((await owner.client.twoFactor.status()).data).toMatchObject({ enabled: false, backupCodesLeft: 0 });
  expect((await owner.client.twoFactor.listTrustedDevices()).data).toEqual([]);
});
