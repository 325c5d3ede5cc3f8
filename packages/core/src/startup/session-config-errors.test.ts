import { memory } from "@keyhold/adapter-memory";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../contract/config.js";
import { type AuthConfig, type CookieConfig, createAuth, type SessionConfig } from "../entries/index.js";
import { scryptHashing } from "../password/hash.js";
import { pbkdf2 } from "../password/verifiers/pbkdf2.js";

const good: AuthConfig = {
  secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA",
  baseURL: "https://app.example.com",
  database: memory(),
};

function configErrorsOf(changes: object): readonly string[] {
  try {
    createAuth({ ...good, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

const ofSession = (session: object): readonly string[] => configErrorsOf({ session });
const ofCookies = (cookies: object): readonly string[] => configErrorsOf({ cookies });

describe("the lengths of a session", () => {
  const century = 100 * 365 * 86_400;
  const wrong = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 0.5, century + 1, "8", null];

  test.each(wrong)("reject %s as the absolute lifetime", (absoluteExpiresInSeconds) => {
    expect(ofSession({ absoluteExpiresInSeconds })).toEqual([
      "session.absoluteExpiresInSeconds: must be a whole number of seconds, at least session.expiresInSeconds and at most 100 years",
    ]);
  });

  test("reject an absolute lifetime below the idle lifetime", () => {
    expect(ofSession({ expiresInSeconds: 3600, absoluteExpiresInSeconds: 3599 })).toEqual([
      "session.absoluteExpiresInSeconds: must be a whole number of seconds, at least session.expiresInSeconds and at most 100 years",
    ]);
    expect(ofSession({ absoluteExpiresInSeconds: 7 * 86_400 - 1 })).toHaveLength(1);
  });

  test.each([...wrong, 3601, century])("reject %s as the lifetime of a copy", (maxAgeSeconds) => {
    expect(ofSession({ cookieCache: { maxAgeSeconds } })).toEqual([
      "session.cookieCache.maxAgeSeconds: must be a whole number of seconds, at least 1 and at most 3600, an hour",
    ]);
  });

  test.each<SessionConfig>([
    { expiresInSeconds: 3600, absoluteExpiresInSeconds: 3600 },
    { expiresInSeconds: century },
    { expiresInSeconds: 365 * 86_400 },
    { cookieCache: { enabled: true, maxAgeSeconds: 1 } },
    { cookieCache: { enabled: true, maxAgeSeconds: 3600 } },
  ])("may be %j", (session) => {
    expect(ofSession(session)).toEqual([]);
  });
});

describe("a domain of cookies", () => {
  test.each(["app.example.com", "example.com"])("may be %s, if the app is at app.example.com", (domain) => {
    expect(ofCookies({ domain })).toEqual([]);
  });

  test.each(["www.example.com", "xexample.com", "pp.example.com", "a.app.example.com", "evil.com"])(
    "is rejected if it is %s, which no browser accepts from app.example.com",
    (domain) => {
      expect(ofCookies({ domain })).toEqual([
        `cookies.domain: "${domain}" is neither the host of baseURL, "app.example.com", nor a domain above it; give one of these, or leave it out`,
      ]);
    },
  );

  test.each([
    "",
    ".example.com",
    "example.com.",
    "Example.com",
    "*.example.com",
    "example.com; Path=/x",
    "exa mple.com",
    "a\r\nb.com",
    "é.com",
    5,
  ])("is rejected if it is %j, which is no name", (domain) => {
    expect(ofCookies({ domain })).toEqual([
      'cookies.domain: must be a name in lower case without a dot before it, e.g. "example.com"',
    ]);
  });

  test("is rejected if it is a single name", () => {
    expect(configErrorsOf({ baseURL: "http://localhost:3000", cookies: { domain: "localhost" } })).toEqual([
      'cookies.domain: browsers share no cookies below the single name "localhost"; leave it out',
    ]);
    expect(ofCookies({ domain: "com" })).toEqual([
      'cookies.domain: browsers share no cookies below the single name "com"; leave it out',
    ]);
  });

  test.each([
    ["http://127.0.0.1:3000", "127.0.0.1"],
    ["http://[::1]:3000", "::1"],
    ["http://10.0.0.1", "0.0.1"],
  ])("is rejected if the app is at %s", (baseURL, domain) => {
    expect(configErrorsOf({ baseURL, cookies: { domain } })).toEqual([
      "cookies.domain: an address has no subdomains to share cookies with; leave it out",
    ]);
  });
});

describe("the cookies of the previous library", () => {
  const continueFrom = { prefix: "better-auth", secret: "short" };

  test.each<CookieConfig>([{ continueFrom }, { continueFrom, prefix: "better" }])(
    "may be configured: %j",
    (cookies) => {
      expect(ofCookies(cookies)).toEqual([]);
    },
  );

  test.each(["", "a b", "a;b", undefined, "x".repeat(65)])("have no prefix such as %j", (prefix) => {
    expect(ofCookies({ continueFrom: { ...continueFrom, prefix } })).toEqual([
      "cookies.continueFrom.prefix: must be 1 to 64 letters, digits and ._-",
    ]);
  });

  test("have another prefix than the new ones", () => {
    expect(ofCookies({ continueFrom, prefix: "better-auth" })).toEqual([
      "cookies.continueFrom.prefix: is the prefix of the new cookies, too; choose another cookies.prefix",
    ]);
  });

  test.each(["", undefined])("were signed with a secret: not %j", (secret) => {
    expect(ofCookies({ continueFrom: { ...continueFrom, secret } })).toEqual([
      "cookies.continueFrom.secret: missing; give the one that signed the old cookies",
    ]);
  });

  test.each([
    [
      { emailAndPassword: { passwordHashing: scryptHashing } },
      "emailAndPassword.passwordHashing: leave it out while cookies.continueFrom.isStillRunning; new hashes have the previous library's own form",
    ],
    [
      { emailAndPassword: { passwordVerifiers: [pbkdf2()] } },
      "emailAndPassword.passwordVerifiers: leave it out while cookies.continueFrom.isStillRunning; new hashes have the previous library's default form",
    ],
    [
      { session: { cookieCache: { enabled: true } } },
      "session.cookieCache.enabled: turn it off while cookies.continueFrom.isStillRunning; what that library changes would not be seen",
    ],
  ])("cannot be shared with a library that still runs by %j", (config, problem) => {
    for (const isStillRunning of [true, false]) {
      const cookies = { continueFrom: { ...continueFrom, isStillRunning } };
      expect(configErrorsOf({ ...config, cookies })).toEqual(isStillRunning ? [problem] : []);
    }
  });

  test("cannot be written with a public secret", () => {
    const cookies = { continueFrom: { ...continueFrom, secret: "better-auth-secret-123456789", isStillRunning: true } };
    expect(ofCookies(cookies)).toEqual([
      "cookies.continueFrom.secret: is the public default of better-auth; change the secret there, or remove continueFrom",
    ]);
  });
});
