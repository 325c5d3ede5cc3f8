import { describe, expect, test } from "vitest";
import { maxPictureLength, picture } from "./picture.js";

const bytesOf = { png: "\x89PNG\r\n\x1a\n", jpeg: "\xff\xd8\xff\xe0", webp: "RIFF\x00\x00\x00\x00WEBPVP8 " };
const dataURL = (type: string, bytes: string): string => `data:image/${type};base64,${btoa(bytes.padEnd(48, "\0"))}`;
const isAccepted = (value: string): boolean => !("issues" in picture["~standard"].validate(value));

describe("a picture", () => {
  test("may be an http or https URL", () => {
    expect(["https://example.com/a.png", "http://example.com"].map(isAccepted)).toEqual([true, true]);
  });

  test.each(["png", "jpeg", "webp"] as const)("may be a small data URL of %s", (type) => {
    expect(isAccepted(dataURL(type, bytesOf[type]))).toBe(true);
    const longest = (length: number): string => {
      const start = dataURL(type, bytesOf[type]).replace(/=+$/, "");
      return start + "A".repeat(length - start.length);
    };
    const prefix = `data:image/${type};base64,`.length;
    const most = prefix + Math.floor((maxPictureLength - prefix) / 4) * 4;
    expect([isAccepted(longest(most)), isAccepted(longest(most + 4))]).toEqual([true, false]);
  });

  test.each([
    ["the content of another type", dataURL("png", bytesOf.jpeg)],
    ["HTML behind the type of a picture", dataURL("png", "<script>alert(1)</script>")],
    ["RIFF that is not WebP", dataURL("webp", "RIFF\x00\x00\x00\x00WAVEfmt ")],
    ["SVG", dataURL("svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>")],
    ["GIF", dataURL("gif", "GIF89a")],
    ["an uppercase type", dataURL("PNG", bytesOf.png)],
    ["a parameter", dataURL("png;charset=utf-8", bytesOf.png)],
    ["a text that is not base64", "data:image/png;base64,iVBORw0KGgo<"],
    ["base64 of a wrong length", `${dataURL("png", bytesOf.png)}A`],
    ["no content", "data:image/png;base64,"],
    ["no base64", "data:image/png,%89PNG"],
    ["a script", "javascript:alert(1)"],
    ["an URL without a scheme", "//example.com/a.png"],
    ["another scheme", "blob:https://example.com/1"],
  ])("is not %s", (_, value) => {
    expect(isAccepted(value)).toBe(false);
  });
});
