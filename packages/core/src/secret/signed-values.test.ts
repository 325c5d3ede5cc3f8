import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { keysFor } from "./keys.js";
import { createSignedValues, type SignedValues } from "./signed-values.js";

const hour = 3600;
const start = Date.parse("2026-01-05T12:00:00.000Z");
let time = start;

const valuesFor = (...secrets: [string, ...string[]]): SignedValues =>
  createSignedValues(keysFor("signed value", secrets), () => new Date(time));
const values = valuesFor("a secret");

async function readAfter(seconds: number, token: string, by = values) {
  time = start + seconds * 1000;
  try {
    return await by.read("verify-email", token);
  } finally {
    time = start;
  }
}

describe("a signed value", () => {
  test("is read unchanged", async () => {
    const token = await values.write("verify-email", { email: "a@b.co", nested: { x: [1] } }, hour);
    expect(await values.read("verify-email", token)).toMatchObject({ email: "a@b.co", nested: { x: [1] } });
  });

  test("is invalid as another kind", async () => {
    const token = await values.write("verify-email", { email: "a@b.co" }, hour);
    for (const kind of ["change-email", "verify", "verify-email-2", ""]) {
      expect(await values.read(kind, token)).toBe("invalid");
    }
  });

  test("expires, to the second", async () => {
    const token = await values.write("verify-email", {}, hour);
    expect(await readAfter(hour - 1, token)).toMatchObject({});
    expect(await readAfter(hour, token)).toBe("expired");
    expect(await readAfter(hour + 1, token)).toBe("expired");
  });

  test("does not live longer by a date in its payload", async () => {
    const token = await values.write("verify-email", { exp: 9_999_999_999, iat: 1 }, hour);
    expect(await readAfter(hour, token)).toBe("expired");
  });

  test("is read by an older secret that is still listed, and written by the newest", async () => {
    const old = await valuesFor("an old secret").write("verify-email", {}, hour);
    const both = valuesFor("a new secret", "an old secret");
    expect(await both.read("verify-email", old)).toMatchObject({});
    const fresh = await both.write("verify-email", {}, hour);
    expect(await valuesFor("a new secret").read("verify-email", fresh)).toMatchObject({});
  });

  test("of an older secret that has expired is expired, not invalid", async () => {
    const old = await valuesFor("an old secret").write("verify-email", {}, hour);
    expect(await readAfter(hour, old, valuesFor("a new secret", "an old secret"))).toBe("expired");
  });

  test("of a secret that is no longer listed is invalid, expired or not", async () => {
    const old = await valuesFor("an old secret").write("verify-email", {}, hour);
    expect(await values.read("verify-email", old)).toBe("invalid");
    expect(await readAfter(hour, old)).toBe("invalid");
  });
});

describe("a value is invalid", () => {
  const [{ bytes }] = keysFor("signed value", ["a secret"]);
  const seconds = start / 1000;
  const claims = () => new SignJWT({}).setIssuedAt(seconds).setExpirationTime(seconds + hour);

  test.each(["", ".", "..", "a.b.c", "null", "x".repeat(10_000)])("if it is %j", async (token) => {
    expect(await values.read("verify-email", token)).toBe("invalid");
  });

  test("if any one of its characters is changed", async () => {
    const token = await values.write("verify-email", { email: "a@b.co" }, hour);
    for (let at = 0; at < token.length - 1; at += 1) {
      const tampered = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(await values.read("verify-email", tampered), `character ${at}`).toBe("invalid");
    }
  });

  test("if it is not signed", async () => {
    const unsigned = new UnsecuredJWT({})
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + hour)
      .encode();
    expect(await values.read("verify-email", unsigned)).toBe("invalid");
  });

  test("if it is signed by another algorithm", async () => {
    const other = await claims().setProtectedHeader({ alg: "HS512", typ: "verify-email" }).sign(bytes);
    expect(await values.read("verify-email", other)).toBe("invalid");
  });

  test("if it has no kind", async () => {
    const plain = await claims().setProtectedHeader({ alg: "HS256" }).sign(bytes);
    expect(await values.read("verify-email", plain)).toBe("invalid");
  });

  test("if it never expires", async () => {
    const endless = new SignJWT({}).setIssuedAt(seconds).setProtectedHeader({ alg: "HS256", typ: "verify-email" });
    expect(await values.read("verify-email", await endless.sign(bytes))).toBe("invalid");
  });

  test("if it is signed by the key of another purpose", async () => {
    const cookies = createSignedValues(keysFor("cookie", ["a secret"]), () => new Date(time));
    expect(await values.read("verify-email", await cookies.write("verify-email", {}, hour))).toBe("invalid");
  });
});

describe("a fingerprint", () => {
  const fingerprint = values.fingerprint("link", "ann@example.com");

  test("depends on the text, the kind and this server's key, and does not reveal the text", () => {
    expect(fingerprint).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(values.isFingerprint("link", "ann@example.com", fingerprint)).toBe(true);
    expect(values.isFingerprint("link", "eve@example.com", fingerprint)).toBe(false);
    expect(values.isFingerprint("other", "ann@example.com", fingerprint)).toBe(false);
    expect(valuesFor("another secret").isFingerprint("link", "ann@example.com", fingerprint)).toBe(false);
    expect(values.isFingerprint("link", "ann@example.com", "")).toBe(false);
  });

  test("is recognized after the secret was rotated", () => {
    expect(valuesFor("a new secret", "a secret").isFingerprint("link", "ann@example.com", fingerprint)).toBe(true);
  });
});
