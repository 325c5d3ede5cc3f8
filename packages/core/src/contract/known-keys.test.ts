import { describe, expect, test } from "vitest";
import { checkKnownKeys, nearestName, unknownKeyErrors } from "./known-keys.js";

const keys = { enabled: true, session: { expiresInSeconds: true, cache: { maxAgeSeconds: true } } } as const;

describe("an unknown key", () => {
  test.each([
    [{ enabeld: true }, 'enabeld: there is no such option; did you mean "enabled"?'],
    [
      { session: { expireInSeconds: 1 } },
      'session.expireInSeconds: there is no such option; did you mean "session.expiresInSeconds"?',
    ],
    [
      { session: { expiresIn: 1 } },
      'session.expiresIn: there is no such option; did you mean "session.expiresInSeconds"?',
    ],
    [
      { session: { cache: { maxAge: 1 } } },
      'session.cache.maxAge: there is no such option; did you mean "session.cache.maxAgeSeconds"?',
    ],
    [{ colour: 1 }, "colour: there is no such option; there are enabled, session"],
    [JSON.parse('{"__proto__": 1}'), "__proto__: there is no such option; there are enabled, session"],
    [{ session: true }, "session: must be an object with the options expiresInSeconds, cache"],
  ])("of %j is named with the nearest one", (given, problem) => {
    expect(unknownKeyErrors(given, keys)).toEqual([problem]);
  });

  test("of another library is named with what to write in its place, the options inside before the option itself", () => {
    const foreign = [
      {
        library: "better-auth",
        remedies: { advanced: "write this", "advanced.secure": "write that", logger: "write log" },
      },
    ];
    const configErrors = (given: object) => unknownKeyErrors(given, keys, { foreign });
    expect(configErrors({ logger: {} })).toEqual(["logger: is an option of better-auth; write log"]);
    expect(configErrors({ advanced: { other: 1 } })).toEqual(["advanced: is an option of better-auth; write this"]);
    expect(configErrors({ advanced: { secure: true } })).toEqual([
      "advanced.secure: is an option of better-auth; write that",
    ]);
  });

  test("is thrown by a factory with its name", () => {
    expect(() => checkKnownKeys("redis()", { enabeld: 1 }, keys)).toThrow(
      new TypeError('redis(): enabeld: there is no such option; did you mean "enabled"?'),
    );
    expect(() => checkKnownKeys("redis()", { enabled: undefined }, keys)).not.toThrow();
  });

  test("that is near no name may pass, if the object has other purposes", () => {
    expect(unknownKeyErrors({ colour: 1 }, keys, { onlyNear: true })).toEqual([]);
    expect(unknownKeyErrors({ sesion: 1 }, keys, { onlyNear: true })).toHaveLength(1);
  });
});

test.each([
  ["emailAndPasword", "emailAndPassword"],
  ["emialAndPassword", "emailAndPassword"],
  ["EMAILANDPASSWORD", "emailAndPassword"],
  ["trustedOrigin", "trustedOrigins"],
  ["plugin", "plugins"],
  ["completely", null],
  ["", null],
])("the name nearest to %j is %j", (name, nearest) => {
  expect(nearestName(name, ["emailAndPassword", "trustedOrigins", "plugins"])).toBe(nearest);
});
