import { createTestAuth, linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";

test("a user with a forgotten password sets a new one", async () => {
  const { signUp, visit, mailbox } = createTestAuth();
  await signUp("ada@example.com");
  const { client, browser } = visit();

  await client.requestPasswordReset({ email: "ada@example.com", redirectTo: "/new-password" });
  const message = await mailbox.waitFor("ada@example.com", { kind: "reset-password" });
  const answer = await browser.follow(linkIn(message));
  expect(answer.headers.get("location")).toContain(`/new-password?token=${message.token}`);

  await client.resetPassword({ token: message.token, newPassword: "horses eat no batteries" });
  expect((await client.signIn.email({ email: "ada@example.com", password: "horses eat no batteries" })).error).toBe(
    null,
  );
  await mailbox.waitFor("ada@example.com", { kind: "password-changed" });
});
