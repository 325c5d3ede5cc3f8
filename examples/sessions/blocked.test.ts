import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { blocked, blocking } from "./blocked.ts";

test("a blocked user is signed out everywhere, and cannot sign in again", async () => {
  const { auth, signUp, visit } = createTestAuth({ config: blocking });
  const { client, user, password } = await signUp("ada@example.com");

  blocked.add(user.id);
  expect(await auth.api.revokeUserSessions({ userId: user.id })).toEqual({ revoked: 1 });
  expect((await client.getSession()).data).toBe(null);

  const { error } = await visit().client.signIn.email({ email: user.email, password });
  expect(error).toMatchObject({ code: "ACCOUNT_IS_BLOCKED", status: 403 });

  blocked.delete(user.id);
  expect((await visit().client.signIn.email({ email: user.email, password })).data?.user.id).toBe(user.id);
});
