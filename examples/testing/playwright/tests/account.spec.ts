import { auth } from "../auth.ts";
import { expect, test } from "./fixtures.ts";

test("a user sees the account until the session is revoked", async ({ page, signInAs }) => {
  const { user } = await signInAs({ email: "grace@example.com", name: "Grace" });
  await page.goto("/account");
  await expect(page.getByRole("heading")).toHaveText("Your account");

  await auth.api.revokeUserSessions({ userId: user.id });
  await page.reload();
  await expect(page.getByRole("heading")).toHaveText("Sign in");
});
