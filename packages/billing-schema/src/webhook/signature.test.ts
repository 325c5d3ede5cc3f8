import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyMatches, candidatesIn, signatureOf, signedContent, signingKey } from "./signature.js";

const one = "a".repeat(43);
const other = "b".repeat(43);

describe("the candidates of a list", () => {
  test.each<[string, string, readonly string[]]>([
    ["one", `v1,${one}=`, [one]],
    ["one without padding", `v1,${one}`, [one]],
    ["several", `v1,${one}= v1,${other}=`, [one, other]],
    ["those among more spaces than needed", `  v1,${one}=   v1,${other}= `, [one, other]],
    ["those among other versions", `v1a,${one}= v2,${one}= V1,${one}= v1,${other}= v11,${one}=`, [other]],
    ["none without a version", `${one}= ,${one}=`, []],
    ["none that is too short or too long", `v1,${one.slice(1)}= v1,${one}a= v1, v1`, []],
    ["none of other letters", `v1,${one.slice(1)}-= v1,${one.slice(1)}_= v1,${one.slice(1)}é=`, []],
    ["none with more padding or anything after it", `v1,${one}== v1,${one}=, v1,${one}=\n v1,${one},v1,${one}`, []],
    ["none divided by anything but spaces", `v1,${one}=\tv1,${other}=`, []],
  ])("are %s", (_, list, candidates) => {
    expect(candidatesIn(list)).toEqual(candidates);
  });

  test("are among the first 64 entries, however many there are", () => {
    const entries = Array.from({ length: 10_000 }, () => `v1,${one}=`);
    expect(candidatesIn(entries.join(" "))).toHaveLength(64);
    expect(candidatesIn([...entries.slice(0, 63), `v1,${other}=`, ...entries].join(" "))).toContain(other);
    expect(candidatesIn([...entries.slice(0, 64), `v1,${other}=`].join(" "))).not.toContain(other);
  });
});

describe("a candidate", () => {
  test("matches when it is one of those expected, at any place of either list", () => {
    expect(anyMatches([other, one], [`${one}=`])).toBe(true);
    expect(anyMatches([one, other], [`${one}=`])).toBe(true);
    expect(anyMatches([one], [`${other}=`, `${one}=`])).toBe(true);
    expect(anyMatches([one, one], [`${one}=`, `${one}=`])).toBe(true);
  });

  test("does not match without a candidate, or without an expected one", () => {
    expect(anyMatches([], [`${one}=`])).toBe(false);
    expect(anyMatches([one], [])).toBe(false);
  });

  test("does not match when any one character differs", () => {
    for (let index = 0; index < 43; index++) {
      expect(anyMatches([`${one.slice(0, index)}b${one.slice(index + 1)}`], [`${one}=`])).toBe(false);
    }
  });
});

describe("a signature", () => {
  test("equals that of another HMAC implementation for any key, id, time and body", async () => {
    const bytes = (minLength: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(bytes(1), fc.string(), fc.nat(), bytes(0), async (key, id, seconds, body) => {
        const digest = createHmac("sha256", key).update(`${id}.${seconds}.`).update(body).digest("base64");
        const content = signedContent(id, String(seconds), body);
        expect(await signatureOf(await signingKey(Uint8Array.from(key)), content)).toBe(digest);
      }),
    );
  });

  test("covers the original body, also after changes of its memory", () => {
    const body = new Uint8Array([1, 2, 3]);
    const content = signedContent("a", "1", body);
    body.fill(0);
    expect([...content.body]).toEqual([1, 2, 3]);
  });
});
