import { expect, test } from "vitest";
import { readCode } from "./given-code.js";

test.each([
  ["123456", "123456"],
  [" 123 456\n", "123456"],
  ["123-456", "123456"],
  ["123–456", "123456"],
  ["１２３４５６", "123456"],
  ["１２３\u3000４５６", "123456"],
  ["１２３－４５６", "123456"],
  ["٠١٢٣٤٥", "012345"],
  ["۴۵۶۷۸۹", "456789"],
  ["ab-CD", "abCD"],
  ["１２３４５６x", "123456x"],
])("%j is the code %s", (given, code) => {
  expect(readCode(given)).toBe(code);
});
