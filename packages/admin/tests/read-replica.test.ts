import { expect, test } from "vitest";
import { openFrozenReplica } from "../../../tests/harness/frozen-replica.ts";
import { open } from "./fixture.ts";

test("list-users reads users and total from the replica, and nothing else does", async () => {
  const { database, asked, migrate, end } = openFrozenReplica();
  const fixture = open({ config: { database } });
  await migrate(fixture.auth.schema);
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  const userId = ann.user.id;

  await admin.client.admin.banUser({ userId });
  await admin.client.admin.unbanUser({ userId });
  expect((await admin.client.admin.getUser({ id: userId })).data).toMatchObject({ user: { email: "ann@example.com" } });
  expect((await admin.client.admin.listUserSessions({ userId })).error).toBe(null);
  expect((await ann.client.getSession()).data).toBe(null);
  await fixture.signUp("bob@example.com");
  await fixture.auth.idle();
  expect(asked).toEqual([]);

  expect((await admin.client.admin.listUsers({ count: "true" })).data).toMatchObject({ users: [], total: 0 });
  expect(new Set(asked)).toEqual(new Set(['select "user"']));

  end();
  expect((await admin.client.admin.listUsers({ count: "true" })).data).toMatchObject({ total: 3 });
});
