// @vitest-environment jsdom
import { expect, test } from "vitest";
import { createTestAuth } from "./test-auth.js";

test("a test auth serves clients in a test of components, on jsdom", async () => {
  expect(document.title).toBe("");
  const { signUp, logged } = createTestAuth();
  const { client, password } = await signUp("ada@example.com");
  expect((await client.getSession()).data?.user.email).toBe("ada@example.com");
  await client.signOut();
  expect((await client.getSession()).data).toBe(null);
  expect((await client.signIn.email({ email: "ada@example.com", password })).error).toBe(null);
  expect(logged).toEqual([]);
});
