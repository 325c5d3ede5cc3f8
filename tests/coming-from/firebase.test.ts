import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firebaseScrypt } from "../../examples/coming-from/firebase-scrypt.ts";
import { fromFirebase } from "../../examples/coming-from/from-firebase.ts";
import { type Moved, move, sampleText } from "./moved.ts";

/** docs/coming-from-firebase.md, with an export by hand. Its hash is an example that Firebase publishes. */

const verifier = firebaseScrypt({
  base64_signer_key: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  base64_salt_separator: "Bw==",
  rounds: 8,
  mem_cost: 14,
});
const password = "user1password";

let moved: Moved;
beforeAll(async () => {
  moved = await move(fromFirebase(JSON.parse(sampleText("firebase.json"))), [verifier]);
});
afterAll(() => moved.idp.stop());

describe("the script for Firebase", () => {
  test("takes over every user with an address, and reports the others", () => {
    expect(moved.report).toEqual({
      users: 4,
      accounts: 1,
      sessions: 0,
      wereHere: 0,
      rejected: [{ id: "firebaseUidOfPhone0000000004", email: "", reason: "INVALID_EMAIL" }],
      leftOut: [
        { id: "firebaseUidOfEve000000000005", columns: ["disabled"] },
        { id: "firebaseUidOfCarol0000000003", columns: ["playgames.google.com", "customAttributes"] },
      ],
    });
  });

  test("changes no user in a second run", async () => {
    expect(await moved.again()).toMatchObject({ users: 0, wereHere: 4 });
  });

  test("keeps ids, names, pictures, dates and verified addresses", async () => {
    expect(await moved.userOf("ada@example.com")).toMatchObject({
      id: "firebaseUidOfAda000000000001",
      name: "Ada Lovelace",
      image: "https://example.com/ada.png",
      emailVerified: true,
      createdAt: new Date(1736067600000),
    });
    expect(await moved.userOf("carol@example.com")).toMatchObject({ emailVerified: false });
  });
});

describe("after the move from Firebase", () => {
  test("the old password signs in, also when the hash has been replaced", async () => {
    expect(await moved.signIn("ada@example.com", password)).toBe("firebaseUidOfAda000000000001");
    expect(await moved.signIn("ada@example.com", password)).toBe("firebaseUidOfAda000000000001");
  });

  test("a wrong password does not, and a damaged hash verifies no password", async () => {
    expect(await moved.signIn("carol@example.com", "user2password")).toBe(401);
    expect(await verifier.verify(`firebase$42xEC+ixf3L2lw==$${"A".repeat(44)}`, password)).toBe(false);
    expect(verifier.recognises("firebase$42xEC+ixf3L2lw==")).toBe(false);
  });

  test("a user of Google is the same user", async () => {
    expect(await moved.signInWithGoogle()).toBe("firebaseUidOfJohn00000000002");
  });

  test("a disabled user does not sign in after the ban of the page", async () => {
    await moved.ban("eve@example.com");
    expect(await moved.signIn("eve@example.com", password)).toBe(403);
  });
});
