import { describe, expect, test } from "vitest";
import { randomText } from "./random.js";

/** Pearson's chi-squared statistic of the character counts, for equally likely characters. */
function chiSquare(text: string, alphabet: string): number {
  const expected = text.length / alphabet.length;
  const counts = new Map([...alphabet].map((character) => [character, 0]));
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) sum += (count - expected) ** 2 / expected;
  return sum;
}

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

describe("random text", () => {
  test.each([0, 1, 24, 32, 33, 128, 1000, 100_000])("has the requested length: %i", (length) => {
    expect(randomText(length)).toHaveLength(length);
  });

  test("has letters and digits only", () => {
    expect(randomText(10_000)).toMatch(/^[A-Za-z0-9]+$/);
  });

  test("has the characters of another alphabet, if one is given", () => {
    expect(randomText(10_000, "0123456789abcdef")).toMatch(/^[0-9a-f]+$/);
  });

  // With n characters, the expected value is n - 1; more than 200 occurs once in 10^16 runs.
  test.each([
    ["62 characters, which do not divide 256", alphanumeric],
    ["36 characters", alphanumeric.slice(26)],
    ["64 characters, which do", `${alphanumeric}-_`],
  ])("has each of its characters equally often: %s", (_, alphabet) => {
    const sample = Array.from({ length: 1000 }, () => randomText(1000, alphabet)).join("");
    expect(chiSquare(sample, alphabet)).toBeLessThan(200);
  });

  test("has each of its characters equally often at each place", () => {
    const texts = Array.from({ length: 20_000 }, () => randomText(32));
    for (const place of [0, 15, 31]) {
      expect(chiSquare(texts.map((text) => text[place]).join(""), alphanumeric)).toBeLessThan(200);
    }
  });

  test("is never the same twice", () => {
    expect(new Set(Array.from({ length: 10_000 }, () => randomText(32))).size).toBe(10_000);
  });
});
