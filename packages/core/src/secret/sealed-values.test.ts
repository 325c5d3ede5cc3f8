import { expect, test } from "vitest";
import { keysFor } from "./keys.js";
import { createSealedValues } from "./sealed-values.js";

const secret = "for tests only: 0123456789abcdefghij";
const newer = "for tests only: a newer secret than that";
const sealed = createSealedValues(keysFor("sealed value", [secret]));
const place = ["google", "118", "accessToken"];

test("a sealed text is opened at its place, and shows nothing of itself", async () => {
  const stored = await sealed.seal(place, "ya29.token");
  expect(stored).not.toContain("ya29");
  expect(await sealed.open(place, stored)).toBe("ya29.token");
});

test("the same text is sealed differently each time", async () => {
  expect(await sealed.seal(place, "x")).not.toBe(await sealed.seal(place, "x"));
});

test("a sealed text that was moved to another place does not open", async () => {
  const stored = await sealed.seal(place, "ya29.token");
  expect(await sealed.open(["google", "119", "accessToken"], stored)).toBe(null);
  expect(await sealed.open(["google", "118", "refreshToken"], stored)).toBe(null);
});

test("a changed, cut or foreign text does not open", async () => {
  const stored = await sealed.seal(place, "ya29.token");
  const flipped = stored.slice(0, -1) + (stored.endsWith("A") ? "B" : "A");
  for (const wrong of [flipped, stored.slice(0, 30), "sealed1.", "sealed1.%%%"]) {
    expect(await sealed.open(place, wrong)).toBe(null);
  }
  const other = createSealedValues(keysFor("signed value", [secret]));
  expect(await sealed.open(place, await other.seal(place, "x"))).toBe(null);
});

test("after a rotation of the secret the older one still opens", async () => {
  const rotated = createSealedValues(keysFor("sealed value", [newer, secret]));
  expect(await rotated.open(place, await sealed.seal(place, "kept"))).toBe("kept");
  expect(await sealed.open(place, await rotated.seal(place, "new"))).toBe(null);
});

test("what was stored before sealing was switched on is read as it is", async () => {
  expect(await sealed.open(place, "ya29.plain")).toBe("ya29.plain");
});
