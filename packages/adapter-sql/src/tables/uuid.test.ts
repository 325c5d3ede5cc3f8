import { describe, expect, it } from "vitest";
import { isUuid, uuid4, uuid7 } from "./uuid.js";

describe("a UUID", () => {
  it("of version 4 or 7 has the version and the variant of RFC 9562", () => {
    for (let count = 0; count < 1000; count += 1) {
      expect(uuid4()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(uuid7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it("of version 7 begins with the time in milliseconds", () => {
    const before = Date.now();
    const time = Number.parseInt(uuid7().replaceAll("-", "").slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });

  it("is never made twice", () => {
    const made = new Set(Array.from({ length: 20_000 }, uuid7));
    expect(made.size).toBe(20_000);
  });

  it.each([
    ["in upper case", uuid4().toUpperCase().replace(/^\d+/, "A")],
    ["in braces", `{${uuid4()}}`],
    ["without hyphens", uuid4().replaceAll("-", "")],
    ["with a space", ` ${uuid4()}`],
    ["that is a number", 5],
  ])("%s is another text than the database answers", (_, value) => {
    expect(isUuid(value)).toBe(false);
  });
});
