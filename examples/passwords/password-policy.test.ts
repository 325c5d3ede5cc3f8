import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { passwordPolicy } from "./password-policy.ts";

test("a new password is checked by the app's own check", async () => {
  const { client } = createTestAuth({ config: passwordPolicy });
  const signUp = (password: string) => client.signUp.email({ name: "Ada", email: "ada@example.com", password });
  expect((await signUp("fourteen chars")).error).toMatchObject({ code: "PASSWORD_TOO_SHORT" });
  expect((await signUp("the best Tea Shop of all")).error).toMatchObject({ code: "PASSWORD_NAMES_US", status: 400 });
});
