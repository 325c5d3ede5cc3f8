import { describe, expect, test } from "vitest";
import { oneLine, safeName } from "./safe-name.js";

describe("a name", () => {
  test.each([
    "Ann",
    "J. R. R. Tolkien",
    "J.R.R. Tolkien",
    "Zoë O’Neil-Śmith",
    "王秀英",
    "علی‌رضا",
    "Louis XIV 14",
    "Dr. Ann",
    "Acme & Sons <R&D>",
    "👩‍🚀 Club",
    "A".repeat(60),
    "👍".repeat(60),
  ])("of a usual form stays unchanged: %s", (name) => {
    expect(safeName(name)).toBe(name);
  });

  test.each([
    "https://evil.example",
    "visit evil.com",
    "Win at EVIL.COM now",
    "win at evil。com",
    "win at evil｡com",
    "win at evil．com",
    "win at evil\u2024com",
    "win at evil.\u200Bcom",
    "win at evil\u00AD.\u2060com",
    "ｅｖｉｌ．ｃｏｍ",
    "mail me@evil.example",
    "me＠evil",
    "evil／pay",
    "evil\\pay",
    "Your account is locked: see below",
    "Call +1 (800) 555-0199",
    "Call ٠٨٠٠٥٥٥",
    "Call 0 8 0 0 5 5",
    "Call 08\u200B00\u200B55",
  ])("that mail programs turn into a link is rejected: %j", (name) => {
    expect(safeName(name)).toBe(null);
  });

  test.each(["A".repeat(61), "👍".repeat(61), "word ".repeat(20)])(
    "that is long enough for a message is rejected",
    (name) => {
      expect(safeName(name)).toBe(null);
    },
  );

  test.each(["", " \n ", "\u202E\u0000", "\u200B\u2060", "\u3164"])("that is invisible is rejected: %j", (name) => {
    expect(safeName(name)).toBe(null);
  });

  test("cannot change the direction of the text after it, or begin another line", () => {
    expect(safeName("Ann\r\nBcc \u202Eeve\u2066\u2028x")).toBe("Ann Bcc eve x");
    expect(oneLine("\tA\u0000\u001B[2J\u0085B\u2029 ")).toBe("A [2J B");
  });
});
