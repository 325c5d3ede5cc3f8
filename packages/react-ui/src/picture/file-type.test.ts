import { expect, test } from "vitest";
import { isPictureFile, maxFileBytes } from "./file-type.js";

const fileOf = (start: string, type = "image/png"): Blob =>
  new Blob([Uint8Array.from(start, (character) => character.charCodeAt(0))], { type });

test.each([
  ["\x89PNG\r\n\x1a\n", true],
  ["\xff\xd8\xff\xe1", true],
  ["RIFF\x00\x00\x00\x00WEBPVP8 ", true],
  ["RIFF\x00\x00\x00\x00WAVE", false],
  ['<svg xmlns="http://www.w3.org/2000/svg">', false],
  ["GIF89a", false],
  ["", false],
])("a file that begins with %j is a picture: %s", async (start, isPicture) => {
  expect(await isPictureFile(fileOf(start))).toBe(isPicture);
});

test("a file of more than 20 MB is not read", async () => {
  expect(await isPictureFile(new Blob(["\x89PNG\r\n\x1a\n", new Uint8Array(maxFileBytes)]))).toBe(false);
});
