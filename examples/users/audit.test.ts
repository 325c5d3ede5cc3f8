import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { type AuditEntry, toAuditEntry } from "./audit.ts";

test("the audit log has all events of a user", async () => {
  const entries: AuditEntry[] = [];
  const { auth, clock, signUp } = createTestAuth({
    config: {
      onEvent: (event) => void entries.push(toAuditEntry(event, clock.now())),
      user: { deleteUser: { enabled: true, confirmByMail: false } },
    },
  });
  const { client, user, password } = await signUp("ada@example.com");
  await client.updateUser({ name: "Ada" });
  await client.deleteUser({ password: "not this one" });
  await client.deleteUser({ password });
  await auth.idle();

  expect(entries.map(({ type, detail }) => [type, detail])).toEqual([
    ["user.created", null],
    ["session.created", "email"],
    ["user.updated", "name"],
    ["sign-in.failed", "wrong password"],
    ["session.ended", "user deleted"],
    ["user.deleted", null],
  ]);
  expect(new Set(entries.map(({ userId }) => userId))).toEqual(new Set([user.id]));
});
