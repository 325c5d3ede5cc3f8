import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canCompute, formatHash, isSameHashing, type PasswordHashing, parseHash } from "./format.js";

const argon2 = (memoryKiB: number, passes: number, parallelism: number): PasswordHashing => ({
  algorithm: "argon2id",
  cost: { memoryKiB, passes, parallelism },
});
const scrypt = (logN: number, blockSize: number, parallelism: number): PasswordHashing => ({
  algorithm: "scrypt",
  cost: { logN, blockSize, parallelism },
});

const salt = "c2FsdHNhbHRzYWx0c2FsdA";
const hash = "aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g";

describe("a hash as text", () => {
  test.each([
    [argon2(19_456, 2, 1), "$argon2id$v=19$m=19456,t=2,p=1$"],
    [scrypt(15, 8, 3), "$scrypt$ln=15,r=8,p=3$"],
  ])("is the PHC string of %j", (hashing, head) => {
    const written = formatHash(hashing, new Uint8Array(16).fill(1), new Uint8Array(32).fill(2));
    expect(written).toBe(`${head}AQEBAQEBAQEBAQEBAQEBAQ$AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI`);
  });

  test.each([argon2(8, 1, 1), argon2(1_048_576, 64, 64), scrypt(1, 1, 1), scrypt(17, 8, 1)])(
    "is unchanged after parsing: %j",
    (hashing) => {
      for (let length = 16; length < 64; length += 1) {
        const [saltBytes, hashBytes] = [new Uint8Array(randomBytes(length)), new Uint8Array(randomBytes(length))];
        const parsed = parseHash(formatHash(hashing, saltBytes, hashBytes));
        expect(parsed).toEqual({ ...hashing, salt: saltBytes, hash: hashBytes, isPhc: true });
      }
    },
  );

  test("may be of the previous library: the salt's text is the salt", () => {
    const legacy = parseHash(`${"0f".repeat(16)}:${"ab".repeat(64)}`);
    expect(legacy).toEqual({
      ...scrypt(14, 16, 1),
      salt: new TextEncoder().encode("0f".repeat(16)),
      hash: new Uint8Array(64).fill(0xab),
      isPhc: false,
    });
  });
});

describe("other text is read as null:", () => {
  test.each([
    "",
    ":",
    "abc",
    `${"0f".repeat(16)}:`,
    `${"0F".repeat(16)}:${"ab".repeat(64)}`,
    `${"0f".repeat(15)}:${"ab".repeat(64)}`,
    `${"0f".repeat(16)}:${"ab".repeat(63)}`,
    `${"0f".repeat(16)}:${"ab".repeat(64)}\n`,
    `$argon2i$v=19$m=64,t=1,p=1$${salt}$${hash}`,
    `$argon2id$v=18$m=64,t=1,p=1$${salt}$${hash}`,
    `$argon2id$m=64,t=1,p=1$${salt}$${hash}`,
    `$argon2id$v=19$t=1,m=64,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}$${hash}=`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}$${hash} `,
    `$argon2id$v=19$m=64,t=1,p=1$$${hash}`,
    `$argon2id$v=19$m=-1,t=1,p=1$${salt}$${hash}`,
    `$argon2id$v=19$m=64,t=1,p=1$${"A".repeat(13)}$${hash}`,
    `$argon2id$v=19$m=64,t=1,p=1$${salt}$${"A".repeat(25)}`,
    `$scrypt$ln=15,r=8,p=1$${salt}$short`,
    `$scrypt$ln=15,r=8,p=1$${"A".repeat(100)}$${hash}`,
    `$scrypt$ln=15,r=8,p=1$${salt}$${"_".repeat(43)}`,
    "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
    "x".repeat(100_000),
  ])("%j", (text) => {
    expect(parseHash(text)).toBeNull();
  });
});

describe("a recipe that cannot be computed", () => {
  test.each([
    argon2(7, 1, 1),
    argon2(31, 1, 4),
    argon2(1_048_577, 1, 1),
    argon2(64, 0, 1),
    argon2(64, 65, 1),
    argon2(64, 1, 0),
    argon2(1024, 1, 65),
    argon2(64.5, 1, 1),
    argon2(Number.NaN, 1, 1),
    argon2(Number.POSITIVE_INFINITY, 1, 1),
    scrypt(0, 8, 1),
    scrypt(15, 0, 1),
    scrypt(15, 8, 0),
    scrypt(20, 8, 1),
    scrypt(99, 99, 99),
    scrypt(15.5, 8, 1),
    scrypt(-1, 8, 1),
  ])("is recognized: %j", (hashing) => {
    expect(canCompute(hashing)).toBe(false);
    expect(parseHash(formatHash(hashing, new Uint8Array(16), new Uint8Array(32)))).toBeNull();
  });
});

describe("two recipes", () => {
  test("are the same if all of their parts are", () => {
    expect(isSameHashing(argon2(64, 2, 1), argon2(64, 2, 1))).toBe(true);
    expect(isSameHashing(scrypt(15, 8, 3), scrypt(15, 8, 3))).toBe(true);
  });

  test.each([
    [argon2(64, 2, 1), argon2(65, 2, 1)],
    [argon2(64, 2, 1), argon2(64, 3, 1)],
    [argon2(64, 2, 1), argon2(64, 2, 2)],
    [scrypt(15, 8, 3), scrypt(14, 8, 3)],
    [scrypt(15, 8, 3), scrypt(15, 16, 3)],
    [scrypt(15, 8, 3), scrypt(15, 8, 1)],
    [argon2(64, 2, 1), scrypt(15, 8, 3)],
  ])("are not if one part is different: %j and %j", (one, other) => {
    expect(isSameHashing(one, other)).toBe(false);
  });
});
