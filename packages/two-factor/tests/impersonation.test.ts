import { admin } from "@keyhold/admin";
import { adminClient } from "@keyhold/admin/client";
import { userModel } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { expect, test } from "vitest";

const { twoFactor: ofFactors, stepUp } = twoFactorClient().routes as Readonly<Record<string, Record<string, string>>>;
const routes = Object.values({ ...ofFactors, ...stepUp });
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
  expect(reads).toEqual(["/two-factor/status", "/two-factor/list-trusted-devices"]);
});
