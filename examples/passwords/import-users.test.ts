import { accountModel } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { hash } from "bcryptjs";
import { expect, test } from "vitest";
import { claimAccount, type OldUser, oldPasswords } from "./import-users.ts";

test("users of the previous system sign in with their passwords", async () => {
  const { auth, client, db } = createTestAuth({ config: oldPasswords });
  const ada: OldUser = {
    id: 7,
    mail: "Ada@Example.com",
    full_name: "Ada",
    password_hash: await hash("a password of old", 4),
    confirmed: true,
    joined_at: "2015-12-10T00:00:00.000Z",
  };
  const django = "pbkdf2_sha256$1200$seasalt2$l3KKNHKq83B1QeWRPqA1s1QT6di9gY6FjT3qdUTkQfE=";
  const bob = { ...ada, id: 8, mail: "bob@example.com", password_hash: django };
  const rows = [ada, bob, { ...ada, id: 9 }, { ...ada, id: 10, mail: "nowhere" }];

  expect(await claimAccount(auth, rows)).toEqual(
    new Map([
      [9, "USER_ALREADY_EXISTS"],
      [10, "INVALID_EMAIL"],
    ]),
  );
  const signedIn = await client.signIn.email({ email: "ada@example.com", password: "a password of old" });
  expect(signedIn.data?.user).toMatchObject({ id: "7", createdAt: new Date("2015-12-10") });
  expect((await client.signIn.email({ email: "bob@example.com", password: "a right password" })).data?.user.id).toBe(
    "8",
  );
  expect((await client.signIn.email({ email: "bob@example.com", password: "a password of old" })).error?.status).toBe(
    401,
  );
  expect(await db.count(accountModel, {})).toBe(2);
});
