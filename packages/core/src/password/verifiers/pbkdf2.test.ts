import { describe, expect, test } from "vitest";
import { pbkdf2 } from "./pbkdf2.js";

const verifier = pbkdf2();
const password = "a right password";

// Each hash was made by the system in its name.
const passlib = "$pbkdf2-sha256$1200$./..IHNhbHQgb2YgMTZi$86fveayKt9GvV6HSKIuepG4g5LH2HxBe06clRkTtmmE";
const django = "pbkdf2_sha256$1200$seasalt2$l3KKNHKq83B1QeWRPqA1s1QT6di9gY6FjT3qdUTkQfE=";
const werkzeug = "pbkdf2:sha256:1200$cCEm1eNyag3dYEnE$c8bd9471e5b81b27c8b71e9bf4c7be49bb62092911f9365d30e14dc900da2a27";
/** The hash of passlib in the PHC form. */
const phc = "$pbkdf2-sha256$i=1200,l=32$+/++IHNhbHQgb2YgMTZi$86fveayKt9GvV6HSKIuepG4g5LH2HxBe06clRkTtmmE";

describe("a PBKDF2 hash is verified in its written form", () => {
  test.each([
    ["in the PHC's form", phc],
    ["in the PHC's form, without its length", phc.replace(",l=32", "")],
    ["by passlib, SHA-1", "$pbkdf2$1200$./..IHNhbHQgb2YgMTZi$molfxEBIP6STb7vFlTH8YlIJAW8"],
    ["by passlib, SHA-256", passlib],
    [
      "by passlib, SHA-512",
      "$pbkdf2-sha512$1200$./..IHNhbHQgb2YgMTZi$sPzW8g5vaEm4XQsE/.cTIfEx4HLvJP3yxSLea8E3JZzPaoIlTPBU52shgwXQ8Dffw13gcVYGPlVh3Ey6x9fRtg",
    ],
    ["by Django, SHA-256", django],
    ["by Django, SHA-1", "pbkdf2_sha1$1200$seasalt2$dgkE+wu2/PVzvMPM2EcfTdts8Ls="],
    ["by Werkzeug, SHA-256", werkzeug],
    [
      "by Werkzeug, SHA-512",
      "pbkdf2:sha512:1200$eWgx0RYN9OnR4Rcp$32ef655d4a1e17315d76da3121ba2d2325c08153fbdb0238ce88e410d410787d9806905fc82dce323aaad44f28a82cbd0353404636a39869c3e9122b667bc048",
    ],
  ])("%s", async (_, stored) => {
    expect(verifier.recognises(stored)).toBe(true);
    expect(await verifier.verify(stored, password)).toBe(true);
    expect(await verifier.verify(stored, "a wrong password")).toBe(false);
    expect(await verifier.verify(stored, "")).toBe(false);
  });

  test("and is another one with another salt or another number of iterations", async () => {
    expect(await verifier.verify(django.replace("seasalt2", "seasalt3"), password)).toBe(false);
    expect(await verifier.verify(django.replace("1200", "1201"), password)).toBe(false);
  });
});

describe("a damaged or too expensive hash is not a PBKDF2 hash:", () => {
  test.each([
    "",
    "pbkdf2",
    "$pbkdf2-sha256$",
    phc.replace("l=32", "l=31"),
    phc.replace("i=1200", "i=-1"),
    phc.replace("i=1200", "i=0"),
    phc.replace("i=1200", "i=99999999"),
    phc.replace("sha256", "sha384"),
    phc.replace("sha256", "md5"),
    `${phc} `,
    `${phc}\n`,
    phc.slice(0, 60),
    passlib.replace("1200", "4294967295"),
    passlib.slice(0, -25),
    passlib.replace("$1200$", "$12e2$"),
    django.replace("1200", "0"),
    django.replace("1200", "2000001"),
    django.replace("seasalt2", ""),
    django.replace("seasalt2", "x".repeat(200)),
    django.replace("l3KK", "l3K"),
    django.slice(0, -20),
    "pbkdf2_sha256$1200$seasalt2$",
    "pbkdf2_sha256$1200$seasalt2$AAAA",
    werkzeug.slice(0, -1),
    werkzeug.replace("c8bd", "C8BD"),
    "pbkdf2:sha256:1200$salt$00",
    "constructor",
    "$pbkdf2-constructor$i=1200$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA",
    "$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy",
  ])("%j", async (stored) => {
    expect(verifier.recognises(stored)).toBe(false);
    expect(await verifier.verify(stored, password)).toBe(false);
  });

  test("and the app may allow fewer iterations, or more", () => {
    expect(pbkdf2({ maxIterations: 1199 }).recognises(django)).toBe(false);
    expect(pbkdf2({ maxIterations: 1200 }).recognises(django)).toBe(true);
    expect(pbkdf2({ maxIterations: 3_000_000 }).recognises(django.replace("1200", "2000001"))).toBe(true);
  });
});
