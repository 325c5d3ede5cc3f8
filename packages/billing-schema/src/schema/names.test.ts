import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clientName } from "../../tests/declared.js";
import { entities } from "../../tests/exported.js";
import type { Field } from "./field.js";
import { camelName, snakeName } from "./names.js";

/** Every name of a declaration. */
function namesIn({ is }: Field, seen = new Set<unknown>()): readonly string[] {
  if (seen.has(is)) return [];
  seen.add(is);
  if (is.kind === "object")
    return Object.entries(is.fields).flatMap(([name, field]) => [name, ...namesIn(field, seen)]);
  if (is.kind === "variants") return is.members.flatMap((member) => namesIn(member, seen));
  if (is.kind === "dependent") return Object.values(is.members).flatMap((member) => namesIn(member, seen));
  if (is.kind === "tree") return namesIn(is.of(), seen);
  return "of" in is ? namesIn(is.of, seen) : [];
}

describe("a name", () => {
  const declared = [...new Set(entities.flatMap((entity) => namesIn(entity.field)))];

  test("of every declaration has one client form by the rule, and the rule restores it", () => {
    expect(declared.length).toBeGreaterThan(200);
    for (const name of declared) {
      expect(camelName(name)).toBe(clientName(name));
      expect(snakeName(clientName(name))).toBe(name);
    }
    expect(new Set(declared.map(camelName)).size).toBe(declared.length);
  });

  test.each([
    ["checksum_sha256_base64", "checksumSha256Base64"],
    ["line1", "line1"],
    ["current_period_end", "currentPeriodEnd"],
    ["id", "id"],
  ])("%s is %s", (wire, client) => {
    expect(camelName(wire)).toBe(client);
    expect(snakeName(client)).toBe(wire);
  });

  test("of words, with digits after letters, is inverted", () => {
    const words = fc.array(fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, (parts) => {
        const wire = parts.join("_");
        expect(camelName(wire)).toBe(clientName(wire));
        expect(snakeName(camelName(wire))).toBe(wire);
      }),
    );
  });
});
