import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { usernameClient } from "@keyhold/username/client";
import { expect, test } from "vitest";

test("a session ends after a week without a visit", async () => {
  const { signUp, clock, events } = createTestAuth({ plugins: [username()], clientPlugins: [usernameClient()] });
  const { client, user } = await signUp("ada@example.com", { username: "ada" });
  expect(user.username).toBe("ada");

  clock.forward({ days: 8 });
  expect((await client.getSession()).data).toBe(null);
  expect(events.map(({ type }) => type)).toEqual(["user.created", "session.created"]);
});
