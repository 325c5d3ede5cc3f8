import { bcrypt } from "@keyhold/core/verifiers/bcrypt";
import { compare } from "bcryptjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClerkRow, fromClerk } from "../../examples/coming-from/from-clerk.ts";
import { readCsv } from "../../examples/coming-from/read-csv.ts";
import { type Moved, move, sampleText } from "./moved.ts";

/** docs/coming-from-clerk.md, with the CSV of the dashboard and the answer of the API by hand. */

const rows = readCsv(sampleText("clerk-users.csv")) as readonly ClerkRow[];
const [ada, john, carol, dan, eve, fay, gus] = rows.map(({ id }) => id);
const password = "correct horse battery";

let moved: Moved;
beforeAll(async () => {
  moved = await move(fromClerk(rows, JSON.parse(sampleText("clerk-users.json"))), [bcrypt(compare)]);
});
afterAll(() => moved.idp.stop());

describe("the script for Clerk", () => {
  test("takes over every user with an address, and reports the others", () => {
    expect(moved.report).toEqual({
      users: 6,
      accounts: 1,
      sessions: 0,
      wereHere: 0,
      rejected: [{ id: fay, email: "", reason: "INVALID_EMAIL" }],
      leftOut: [
        { id: dan, columns: ["password_digest"] },
        { id: eve, columns: ["totp_secret"] },
        { id: gus, columns: ["banned"] },
      ],
    });
  });

  test("changes no user in a second run", async () => {
    expect(await moved.again()).toMatchObject({ users: 0, wereHere: 6 });
  });

  test("keeps ids, names, pictures, dates and verified addresses", async () => {
    expect(await moved.userOf("ada@example.com")).toMatchObject({
      id: ada,
      name: "Ada Lovelace",
      image: `https://img.clerk.com/${ada}`,
      emailVerified: true,
      createdAt: new Date(1736067600000),
    });
    expect(await moved.userOf("carol@example.com")).toMatchObject({
      id: carol,
      name: 'Carol "CJ" Jones, PhD',
      emailVerified: false,
    });
  });
});

describe("after the move from Clerk", () => {
  test("the old password signs in, also when the hash has been replaced", async () => {
    expect(await moved.signIn("ada@example.com", password)).toBe(ada);
    expect(await moved.signIn("ada@example.com", password)).toBe(ada);
  });

  test("a wrong password does not, and neither does one with a hash that Keyhold does not read", async () => {
    expect(await moved.signIn("carol@example.com", "another horse battery")).toBe(401);
    expect(await moved.signIn("dan@example.com", "password")).toBe(401);
  });

  test("a user of Google is the same user", async () => {
    expect(await moved.signInWithGoogle()).toBe(john);
  });

  test("a banned user does not sign in after the ban of the page", async () => {
    await moved.ban("gus@example.com");
    expect(await moved.signIn("gus@example.com", password)).toBe(403);
  });

  test("an imported authenticator app is asked for, and its code signs in", async () => {
    const secret = rows.find(({ id }) => id === eve)?.totp_secret ?? "";
    await moved.auth.api.importTotp({ userId: eve ?? "", secret });
    const { client } = moved.visit();
    const { data } = await client.signIn.email({ email: "eve@example.com", password });
    expect(data).toMatchObject({ twoFactorRedirect: true });
    const { code } = await moved.auth.api.generateTotp({ secret });
    expect(code).toMatch(/^\d{6}$/);
  });
});
