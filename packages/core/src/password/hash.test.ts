import { scryptSync } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type BoundPasswords, boundPasswords } from "../../tests/bound-passwords.js";
import * as node from "./algorithms.node.js";
import * as pure from "./algorithms.pure.js";
import type { PasswordHashing } from "./format.js";
import { HashQueueFull } from "./queue.js";

const cheapScrypt: PasswordHashing = { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } };
const cheapArgon2: PasswordHashing = { algorithm: "argon2id", cost: { memoryKiB: 64, passes: 1, parallelism: 1 } };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const hex = (value: Uint8Array): string => Buffer.from(value).toString("hex");

describe.each([cheapScrypt, cheapArgon2])("a password hashed by %j", (hashing) => {
  const passwords = boundPasswords({ hashing });

  test("is verified only by the same password", async () => {
    const stored = await passwords.hash("a right password");
    expect(await passwords.verify(stored, "a right password")).toBe(true);
    for (const wrong of ["", "A right password", "a right password ", "a right passwor"]) {
      expect(await passwords.verify(stored, wrong)).toBe(false);
    }
  });

  test("has another hash each time", async () => {
    const hashes = await Promise.all([1, 2, 3].map(() => passwords.hash("same")));
    expect(new Set(hashes).size).toBe(3);
  });

  test("is the same in any composition of its characters", async () => {
    const stored = await passwords.hash("caf\u00e9 \ufb01n");
    expect(await passwords.verify(stored, "cafe\u0301 fin")).toBe(true);
  });

  test("keeps all of its characters, and their case", async () => {
    const stored = await passwords.hash(`${"x".repeat(200)}A`);
    expect(await passwords.verify(stored, `${"x".repeat(200)}B`)).toBe(false);
    expect(await passwords.verify(stored, `${"x".repeat(200)}a`)).toBe(false);
  });

  test("is not outdated", async () => {
    expect(passwords.isOutdated(await passwords.hash("x"))).toBe(false);
  });
});

describe("each recipe", () => {
  const [scrypts, argons] = [cheapScrypt, cheapArgon2].map((hashing) => boundPasswords({ hashing })) as [
    BoundPasswords,
    BoundPasswords,
  ];

  test("verifies the other's hash, and calls it outdated", async () => {
    const stored = await argons.hash("a password");
    expect(await scrypts.verify(stored, "a password")).toBe(true);
    expect(await scrypts.verify(stored, "another")).toBe(false);
    expect(scrypts.isOutdated(stored)).toBe(true);
  });

  test("verifies a hash of the previous library, and calls it outdated", async () => {
    const salt = "0f".repeat(16);
    const stored = `${salt}:${scryptSync("a password", salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }).toString("hex")}`;
    expect(await argons.verify(stored, "a password")).toBe(true);
    expect(await argons.verify(stored, "another")).toBe(false);
    expect(argons.isOutdated(stored)).toBe(true);
  });

  test("calls a hash of that library outdated even if it costs the same", () => {
    const hashing: PasswordHashing = { algorithm: "scrypt", cost: { logN: 14, blockSize: 16, parallelism: 1 } };
    const same = boundPasswords({ hashing });
    expect(same.isOutdated(`${"0f".repeat(16)}:${"ab".repeat(64)}`)).toBe(true);
  });

  test.each([null, "", "abc", "$2b$10$x"])("rejects every password if the hash is %j", async (stored) => {
    expect(await scrypts.verify(stored, "")).toBe(false);
    expect(await scrypts.verify(stored, "abc")).toBe(false);
  });

  test("does not call an unreadable hash outdated", () => {
    expect(scrypts.isOutdated("abc")).toBe(false);
  });
});

describe("node and pure", () => {
  afterEach(() => vi.restoreAllMocks());

  const cases: readonly (readonly [string, string, number])[] = [
    ["", "a salt of 16 byt", 32],
    ["password", "a salt of 16 byt", 16],
    ["påsswörd 👩‍🚀", "another salt of some length", 64],
    ["x".repeat(1024), "salt salt", 33],
  ];

  test.each(cases)("agree on scrypt of %j", async (password, salt, length) => {
    for (const cost of [
      { logN: 4, blockSize: 8, parallelism: 1 },
      { logN: 5, blockSize: 1, parallelism: 3 },
      { logN: 1, blockSize: 1, parallelism: 64 },
    ]) {
      const made = [node.scrypt, pure.scrypt, pure.portableScrypt].map(async (scrypt) =>
        hex(await scrypt(bytes(password), bytes(salt), cost, length)),
      );
      expect(new Set(await Promise.all(made)).size).toBe(1);
    }
  });

  test.each(cases)("agree on argon2id of %j", async (password, salt, length) => {
    for (const cost of [
      { memoryKiB: 64, passes: 1, parallelism: 1 },
      { memoryKiB: 40, passes: 3, parallelism: 4 },
    ]) {
      const [one, other] = await Promise.all(
        [node, pure].map((platform) => platform.argon2id(bytes(password), bytes(salt), cost, length)),
      );
      expect(hex(one as Uint8Array)).toBe(hex(other as Uint8Array));
    }
  });

  test.each([
    ["without node:crypto", () => undefined],
    ["with a node:crypto that lacks scrypt", () => ({})],
    [
      "with a scrypt that fails",
      () => ({ scrypt: (...[, , , , done]: unknown[]) => (done as (error: Error) => void)(new Error("no")) }),
    ],
  ])("agree on scrypt on a platform %s", async (_, builtin) => {
    vi.spyOn(process, "getBuiltinModule").mockImplementation(builtin as typeof process.getBuiltinModule);
    const [password, salt] = [bytes("password"), bytes("a salt of 16 byt")];
    const cost = { logN: 4, blockSize: 8, parallelism: 1 };
    const key = await pure.scrypt(password, salt, cost, 32);
    expect(process.getBuiltinModule).toHaveBeenCalledWith("node:crypto");
    expect(hex(key)).toBe(hex(await node.scrypt(password, salt, cost, 32)));
  });

  test("make scrypt according to the standard", async () => {
    // RFC 7914, section 12: the second vector.
    const cost = { logN: 10, blockSize: 8, parallelism: 16 };
    for (const scrypt of [node.scrypt, pure.scrypt, pure.portableScrypt]) {
      expect(hex(await scrypt(bytes("password"), bytes("NaCl"), cost, 64))).toBe(
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640",
      );
    }
  });
});

test("passwords that would wait too long fail before any work, with the wait", async () => {
  let time = 0;
  // A millisecond per look: on a busy machine a real hash may take seconds, and the wait would be longer.
  const stopwatch = { now: () => ++time, sleep: async () => undefined };
  const passwords = boundPasswords({ hashing: cheapScrypt, queueSeconds: 1e-6, stopwatch });
  // The first hash shows the duration of a hash.
  await passwords.hash("x");
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => passwords.hash("x")));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.length).toBeGreaterThanOrEqual(200 - node.parallelHashes - 1);
  expect(refused.every(({ reason }) => reason instanceof HashQueueFull && reason.retryAfterSeconds === 1)).toBe(true);
  expect(await passwords.hash("x")).toMatch(/^\$scrypt\$/);
});
