import { scryptSync } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BoundPasswords, boundPasswords } from "../../tests/bound-passwords.js";
import type { PasswordHashing } from "./format.js";

import type { PasswordVerifier } from "./verifier.js";

const hashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } };

/** Verifies another form of hash: "old:" and the password. */
const old: PasswordVerifier = {
  name: "old",
  recognises: (stored) => stored.startsWith("old:"),
  verify: async (stored, password) => stored === `old:${password}`,
};
/** Accepts every text as a hash. */
const greedy: PasswordVerifier = { name: "greedy", recognises: () => true, verify: async () => true };

describe("a hash of another implementation is verified:", () => {
  const passwords = boundPasswords({ hashing });

  test.each([
    // The test vector of argon2's reference implementation.
    ["argon2id", "password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"],
    [
      "argon2id with a longer salt",
      "a right password",
      "$argon2id$v=19$m=64,t=2,p=1$c2FsdCBvZiAxNiBieXRlcw$4oE7ulfC/B+ctMtfcxv+roH0TN8Itt4ZyotGcvVmjTg",
    ],
  ])("%s", async (_, password, stored) => {
    expect(passwords.isReadable(stored)).toBe(true);
    expect(passwords.isOutdated(stored)).toBe(true);
    expect(await passwords.verify(stored, password)).toBe(true);
    expect(await passwords.verify(stored, `${password}x`)).toBe(false);
  });
});

describe("while the previous library verifies the hashes, too,", () => {
  const passwords = boundPasswords({ hashing, isPrevious: true });
  const form = /^([0-9a-f]{32}):([0-9a-f]{128})$/;
  /** Made once: such a hash is expensive. */
  let previous: string;
  beforeAll(async () => {
    previous = await passwords.hash("a password");
  });

  test("new ones have its form: the salt is the hexadecimal text itself", async () => {
    const stored = await passwords.hash("a password \u{212b}");
    const [, salt = "", hash] = form.exec(stored) ?? [];
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
    expect(hash).toBe(scryptSync("a password \u{c5}", salt, 64, cost).toString("hex"));
    expect(await passwords.verify(stored, "a password \u{212b}")).toBe(true);
    expect(await passwords.verify(stored, "another")).toBe(false);
    expect(salt).not.toBe(form.exec(previous)?.[1]);
  });

  test("one made like another has its form, and the same salt", async () => {
    const ours = await boundPasswords({ hashing }).hash("a password");
    for (const like of [previous, ours]) {
      const made = await passwords.hash("a password", like);
      expect(made).toBe(like);
      expect(passwords.isSame(made, like)).toBe(true);
    }
  });

  test("no hash of any form is replaced", async () => {
    const ours = await boundPasswords({ hashing }).hash("a password");
    for (const stored of [previous, ours]) {
      expect(await passwords.verify(stored, "a password")).toBe(true);
      expect(passwords.isOutdated(stored)).toBe(false);
    }
  });
});

describe("a verifier of the app", () => {
  const passwords = boundPasswords({ hashing, verifiers: [old, greedy] });

  test("verifies the hashes that it recognises, and these are outdated", async () => {
    expect(await passwords.verify("old:a password", "a password")).toBe(true);
    expect(await passwords.verify("old:a password", "another")).toBe(false);
    expect(passwords.isOutdated("old:a password")).toBe(true);
    expect(passwords.isReadable("old:a password")).toBe(true);
  });

  test("comes after earlier ones in the list", async () => {
    expect(await passwords.verify("older:a password", "whatever")).toBe(true);
    expect(await passwords.verify("old:a password", "whatever")).toBe(false);
  });

  test("never gets a hash of this library, nor one of a megabyte", async () => {
    const stored = await passwords.hash("a password");
    expect(await passwords.verify(stored, "another")).toBe(false);
    expect(passwords.isOutdated(stored)).toBe(false);
    const long = "x".repeat(1_000_000);
    expect(await passwords.verify(long, "a password")).toBe(false);
    expect(passwords.isReadable(long)).toBe(false);
    expect(passwords.isOutdated(long)).toBe(false);
  });

  test("never gets the password of an unknown user", async () => {
    expect(await passwords.verify(null, "a password")).toBe(false);
  });
});

test("without a verifier, only hashes in supported forms are read", async () => {
  const passwords = boundPasswords({ hashing });
  for (const stored of ["", "abc", "old:a password", "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"]) {
    expect(passwords.isReadable(stored)).toBe(false);
    expect(await passwords.verify(stored, "a password")).toBe(false);
  }
});

describe("if some hashes are of another system", () => {
  let time = 0;
  let slept: number[] = [];
  let passwords: BoundPasswords;
  const slow: PasswordVerifier = {
    ...old,
    verify: async (stored, password) => {
      time += 300;
      return stored === `old:${password}`;
    },
  };

  beforeEach(() => {
    time = 0;
    slept = [];
    const stopwatch = { now: () => time, sleep: async (milliseconds: number) => void slept.push(milliseconds) };
    passwords = boundPasswords({ hashing, verifiers: [slow], stopwatch });
  });

  test("a failure takes as long for an unknown user, a broken hash and a hash of this library as for one of the other system", async () => {
    const ours = await passwords.hash("a password");
    await passwords.verify("old:a password", "a wrong password");
    for (const stored of [null, "abc", ours]) await passwords.verify(stored, "a wrong password");
    expect(slept).toEqual([300, 300, 300]);
  });

  test("a right password is never delayed", async () => {
    const ours = await passwords.hash("a password");
    await passwords.verify("old:a password", "a password");
    expect(await passwords.verify(ours, "a password")).toBe(true);
    expect(slept).toEqual([]);
  });

  test("a delayed failure occupies no turn", async () => {
    let falls = (): void => undefined;
    const stopwatch = {
      now: () => time,
      sleep: () => {
        falls();
        return new Promise<void>(() => undefined);
      },
    };
    const crowded = boundPasswords({ hashing, queueSeconds: 0.001, verifiers: [slow], stopwatch });
    await crowded.verify("old:a password", "a wrong password");
    for (let caller = 0; caller < 20; caller += 1) {
      const asleep = new Promise<void>((resolve) => {
        falls = resolve;
      });
      void crowded.verify(null, "a password");
      await asleep;
    }
    expect(await crowded.hash("a password")).toMatch(/^\$scrypt\$/);
  });
});
