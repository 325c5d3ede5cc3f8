import { bcrypt } from "@keyhold/core/verifiers/bcrypt";
import { compare } from "bcryptjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromSupabase } from "../../examples/coming-from/from-supabase.ts";
import { type Moved, move, sampleText } from "./moved.ts";

/** docs/coming-from-supabase.md, with rows by hand in the form of Supabase's tables. */

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const password = "correct horse battery";

let moved: Moved;
beforeAll(async () => {
  moved = await move(fromSupabase(JSON.parse(sampleText("supabase.json"))), [bcrypt(compare)]);
});
afterAll(() => moved.idp.stop());

describe("the script for Supabase", () => {
  test("takes over every user with an address but deleted and anonymous ones, and reports the others", () => {
    expect(moved.report).toEqual({
      users: 4,
      accounts: 2,
      sessions: 0,
      wereHere: 0,
      rejected: [{ id: id(4), email: "", reason: "INVALID_EMAIL" }],
      leftOut: [{ id: id(5), columns: ["banned_until"] }],
    });
  });

  test("changes no user in a second run", async () => {
    expect(await moved.again()).toMatchObject({ users: 0, wereHere: 4 });
  });

  test("keeps ids, names, pictures, dates and verified addresses", async () => {
    expect(await moved.userOf("ada@example.com")).toMatchObject({
      id: id(1),
      name: "Ada Lovelace",
      image: "https://example.com/ada.png",
      emailVerified: true,
      createdAt: new Date("2025-01-05T08:59:00.654Z"),
    });
    expect(await moved.userOf("carol@example.com")).toMatchObject({ emailVerified: false, name: "" });
  });
});

describe("after the move from Supabase", () => {
  test("the old password signs in, also when the hash has been replaced", async () => {
    expect(await moved.signIn("ada@example.com", password)).toBe(id(1));
    expect(await moved.signIn("ada@example.com", password)).toBe(id(1));
  });

  test("a wrong password does not, and an empty one signs no user in who never had a password", async () => {
    expect(await moved.signIn("carol@example.com", "another horse battery")).toBe(401);
    expect(await moved.signIn("jsmith@example.com", password)).toBe(401);
  });

  test("a user of Google is the same user", async () => {
    expect(await moved.signInWithGoogle()).toBe(id(2));
  });

  test("a banned user does not sign in after the ban of the page", async () => {
    await moved.ban("eve@example.com");
    expect(await moved.signIn("eve@example.com", password)).toBe(403);
  });
});
