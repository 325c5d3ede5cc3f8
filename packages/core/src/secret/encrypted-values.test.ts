import { expect, test } from "vitest";
import { createEncryptedValues } from "./encrypted-values.js";
import { keysFor } from "./keys.js";

const secret = "for tests only: 0123456789abcdefghij";
const newer = "for tests only: a newer secret than that";
const encrypted = createEncryptedValues(keysFor("sealed value", [secret]));
const place = ["google", "118", "accessToken"];

test("an encrypted text is decrypted at its location, and reveals no part of itself", async () => {
  const stored = await encrypted.encrypt(place, "ya29.token");
  expect(stored).not.toContain("ya29");
  expect(await encrypted.open(place, stored)).toEqual({ text: "ya29.token", isOutdated: false });
});

test("the same text is encrypted differently each time", async () => {
  expect(await encrypted.encrypt(place, "x")).not.toBe(await encrypted.encrypt(place, "x"));
});

test("an encrypted text that was moved to another location is not decrypted", async () => {
  const stored = await encrypted.encrypt(place, "ya29.token");
  expect(await encrypted.open(["google", "119", "accessToken"], stored)).toBe(null);
  expect(await encrypted.open(["google", "118", "refreshToken"], stored)).toBe(null);
});

test("a changed, cut or foreign text is not decrypted", async () => {
  const stored = await encrypted.encrypt(place, "ya29.token");
  const flipped = stored.slice(0, -1) + (stored.endsWith("A") ? "B" : "A");
  for (const wrong of [flipped, stored.slice(0, 30), "sealed1.", "sealed1.%%%"]) {
    expect(await encrypted.open(place, wrong)).toBe(null);
  }
  const other = createEncryptedValues(keysFor("signed value", [secret]));
  expect(await encrypted.open(place, await other.encrypt(place, "x"))).toBe(null);
});

test("after a rotation of the secret the older one still decrypts", async () => {
  const rotated = createEncryptedValues(keysFor("sealed value", [newer, secret]));
  expect(await rotated.open(place, await encrypted.encrypt(place, "kept"))).toEqual({ text: "kept", isOutdated: true });
  expect(await encrypted.open(place, await rotated.encrypt(place, "new"))).toBe(null);
});

test("a text from before encryption was enabled is returned unchanged", async () => {
  expect(await encrypted.open(place, "ya29.plain")).toEqual({ text: "ya29.plain", isOutdated: false });
});

test("a call that cannot go on without the value is answered 503, with the reason for the log", async () => {
  const rotated = createEncryptedValues(keysFor("sealed value", [newer]));
  await expect(rotated.openOrFail(place, await encrypted.encrypt(place, "lost"), "A token")).rejects.toMatchObject({
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    cause: expect.objectContaining({ message: expect.stringMatching(/^A token cannot be decrypted/) }),
  });
});
