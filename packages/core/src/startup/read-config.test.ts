import { memory } from "@keyhold/adapter-memory";
import { memoryStorage } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { createAuth } from "../auth.js";
import { type AuthConfig, ConfigError } from "../contract/config.js";
import { readConfig } from "./read-config.js";

const good: AuthConfig = {
  secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6pA",
  baseURL: "http://localhost:3000",
  database: memory(),
};

/** A config that TypeScript would reject, as from a JavaScript caller. */
const loose = (changes: object): AuthConfig => ({ ...good, ...changes });

function configErrorsOf(config: AuthConfig): readonly string[] {
  try {
    createAuth(config);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
}

test("a secret, a URL and a database are enough", () => {
  expect(configErrorsOf(good)).toEqual([]);
});

describe("a secret is rejected", () => {
  test.each([[5], [{}], [true], [["a secret of more than thirty-two characters", 5]]])(
    "if it is no text: %j",
    (secret) => {
      expect(configErrorsOf({ ...good, secret } as never)).toEqual(["secret: must be a text, or a list of texts"]);
    },
  );

  test("if it has fewer than 32 characters", () => {
    expect(configErrorsOf({ ...good, secret: "Jm1T8kq0vYw4xZ7nB2cR5dF9gH3sL6p" })).toEqual([
      expect.stringMatching(/^secret: weak, 31 characters/),
    ]);
  });

  test.each([
    ["32 digits", "28405917362850194736205918374620", 106],
    ["38 digits", "28405917362850194736205918374620591837", 126],
    ["digits in groups", "2840-5917-3628-5019-4736-2059-1837", 117],
  ])("if it has less than 128 bits: %s", (_, secret, bits) => {
    const problem = `secret: weak, ${bits} bits at most instead of at least 128; `;
    expect(configErrorsOf({ ...good, secret })).toEqual([expect.stringContaining(problem)]);
    expect(configErrorsOf({ ...good, secret: [String(good.secret), secret] })).toHaveLength(1);
  });

  test.each([
    ["32 hexadecimal digits", "9f86d081884c7d659a2feaa0c55ad015"],
    ["32 hexadecimal digits in capitals", "9F86D081884C7D659A2FEAA0C55AD015"],
    ["39 digits", "284059173628501947362059183746205918374"],
    ["base64", "n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg="],
    ["a UUID", "0b1f7f8e-6d2c-4a53-9e71-3c5d8a942b60"],
    ["five random words", "cobalt-harvest-mimic-dune-orbital"],
  ])("but not if it has them: %s", (_, secret) => {
    expect(configErrorsOf({ ...good, secret })).toEqual([]);
  });

  test.each([null, undefined, ""])("if a list has %j in place of an older secret", (older) => {
    expect(configErrorsOf({ ...good, secret: [String(good.secret), older] } as never)).toEqual([
      expect.stringMatching(/^secret: weak, 0 characters/),
    ]);
  });

  test.each(["a".repeat(32), "abcabcab".repeat(8), "123456789".repeat(9)])("if it repeats itself: %s", (secret) => {
    expect(configErrorsOf({ ...good, secret })).toEqual([expect.stringMatching(/^secret: weak, it repeats/)]);
  });

  test("if one of a list is weak", () => {
    const secret = [String(good.secret), "weak", ""];
    expect(configErrorsOf({ ...good, secret })).toHaveLength(2);
  });

  test("without its value in the message", () => {
    expect(configErrorsOf({ ...good, secret: "hunter2hunter2" }).join()).not.toContain("hunter2");
  });
});

describe("the page of errors", () => {
  test.each(["/sign-in", "/sign-in?from=auth", "https://app.example.com/oops"])("may be %s", (errorURL) => {
    const config = { ...good, trustedOrigins: ["https://app.example.com"], errorURL };
    expect(configErrorsOf(config)).toEqual([]);
  });

  test.each(["https://elsewhere.example/", "//elsewhere.example", "sign-in", "javascript:alert(1)", ""])(
    "is rejected if it is neither a path nor at a trusted origin: %j",
    (errorURL) => {
      expect(configErrorsOf({ ...good, errorURL })).toEqual([expect.stringMatching(/^errorURL: must be a path/)]);
    },
  );
});

describe("a base URL is rejected", () => {
  test.each([
    "localhost:3000",
    "example.com",
    "/api",
    "ftp://example.com",
    "javascript:alert(1)",
    "http://",
    "blob:null",
  ])("if it is invalid: %s", (baseURL) => {
    expect(configErrorsOf({ ...good, baseURL })).toEqual([
      `baseURL: Invalid base URL: ${baseURL}. Give the URL of the app, as the option or the variable AUTH_URL.`,
    ]);
  });

  test("if it is the BASE_URL of Vitest, and the message names a variable that tools leave alone", () => {
    expect(configErrorsOf({ ...good, baseURL: process.env.BASE_URL ?? "" })).toEqual([
      "baseURL: Invalid base URL: /. Vite and Vitest set the variable BASE_URL to it: read another variable, e.g. AUTH_URL.",
    ]);
  });

  test.each(["/api/auth", "/app/api/auth", "/api/auth/"])("if it ends with the path of the routes: %s", (path) => {
    expect(configErrorsOf({ ...good, baseURL: `http://localhost:3000${path}` })).toEqual([
      "baseURL: ends with basePath; leave that path out of the option or the variable AUTH_URL",
    ]);
  });

  test.each(["//app", "/a b", "/a//b"])("if its path has characters that proxies may rewrite: %s", (path) => {
    expect(configErrorsOf({ ...good, baseURL: `http://localhost:3000${path}` })).toEqual([
      'baseURL: its path must begin with one slash and hold only letters, digits and ._~-, e.g. "https://example.com/app"',
    ]);
  });

  test("if cookies are to be secure over http", () => {
    expect(configErrorsOf({ ...good, cookies: { secure: true } })).toEqual([
      expect.stringMatching(/^cookies\.secure: is on but baseURL is http/),
    ]);
  });

  test("if cookies are not to be secure over https", () => {
    expect(configErrorsOf({ ...good, baseURL: "https://example.com", cookies: { secure: false } })).toEqual([
      expect.stringMatching(/^cookies\.secure: is off but baseURL is https/),
    ]);
  });
});

describe("rejected, too, is", () => {
  test.each(["", "/", "api", "//api", "/api//auth", "/api auth", "/api?x", "/api/*", "/:id", "/%61"])(
    "%j as a base path",
    (basePath) => {
      expect(configErrorsOf({ ...good, basePath })).toEqual([expect.stringMatching(/^basePath: /)]);
    },
  );

  test.each(["", "a b", "a;b", "a=b", "ä", "x".repeat(65), "a\r\nb"])("%j as the prefix of cookies", (prefix) => {
    expect(configErrorsOf({ ...good, cookies: { prefix } })).toEqual([expect.stringMatching(/^cookies\.prefix: /)]);
  });

  test.each(["example.com", "*", "", "null", "javascript:x", "data:,"])("%j as a trusted origin", (origin) => {
    expect(configErrorsOf({ ...good, trustedOrigins: [origin] })).toEqual([expect.stringMatching(/^trustedOrigins: /)]);
  });

  test("each invalid trusted origin, in a sentence of its own", () => {
    const trustedOrigins = ["https://*.com", "https://app.example.com", "myapp://*", "https://*.example.com"];
    expect(configErrorsOf({ ...good, trustedOrigins })).toEqual([
      expect.stringMatching(/^trustedOrigins: "https:\/\/\*\.com" trusts every domain below a suffix/),
      expect.stringMatching(/^trustedOrigins: "myapp:\/\/\*" has a star/),
    ]);
  });

  test.each([{ trustedProxies: ["10.0.0.0/40"] }, { header: "a b" }, { ipv6Subnet: 0 }])(
    "%j as the source of the client IP address",
    (clientAddress) => {
      expect(configErrorsOf({ ...good, clientAddress })).toEqual([expect.stringMatching(/^clientAddress\./)]);
    },
  );

  test.each([
    [{ wrongPasswords: { windowSeconds: 0, max: 1 } }, "wrongPasswords"],
    [{ emails: { windowSeconds: 60, max: 0.5 } }, "emails"],
    [{ emails: false }, "emails"],
    [{ limits: { "/sign-in/email": { windowSeconds: 60 } } }, 'limits["/sign-in/email"]'],
    [{ limits: { "/sign-in/email": { windowSeconds: 60, max: 0 } } }, 'limits["/sign-in/email"]'],
    [{ limits: { "/sign-in/email": { windowSeconds: Number.NaN, max: 1 } } }, 'limits["/sign-in/email"]'],
    [{ limits: { "/sign-in/email": true } }, 'limits["/sign-in/email"]'],
    [{ limits: { "/sign-in/email": null } }, 'limits["/sign-in/email"]'],
    [{ storage: "disk" }, "storage"],
  ])("%j as a limit", (rateLimit, name) => {
    expect(configErrorsOf(loose({ rateLimit }))).toEqual([expect.stringContaining(`rateLimit.${name}: must be `)]);
  });

  test.each(["/nope", "sign-in/email", "POST /sign-in/email", "/sign-in/email/", "/sign-in/*", "/set-password", ""])(
    "a limit for %j, for which there is no route",
    (path) => {
      const rateLimit = { limits: { [path]: { windowSeconds: 60, max: 5 } } };
      expect(configErrorsOf({ ...good, rateLimit })).toEqual([
        expect.stringContaining(`rateLimit.limits: there is no route "${path}"`),
      ]);
    },
  );

  test.each(["https://app.example.com", { 0: "https://app.example.com" }, 7])(
    "%j in place of a list of trusted origins",
    (trustedOrigins) => {
      expect(configErrorsOf(loose({ trustedOrigins }))).toEqual(["trustedOrigins: must be a list or a function"]);
    },
  );

  const pool = { connect: () => undefined, query: () => undefined };
  test.each([undefined, null, {}, "sqlite", pool])("%j as a database", (database) => {
    expect(configErrorsOf(loose({ database }))).toEqual([
      expect.stringMatching(database ? /^database: is no adapter of Keyhold/ : /^database: missing/),
    ]);
  });

  test("a database without transactions", () => {
    const database = { ...memory(), name: "a key-value store", hasTransactions: false };
    expect(configErrorsOf({ ...good, database })).toEqual([
      expect.stringMatching(/^database: a key-value store has no transactions/),
    ]);
  });
});

test("a limit may be for a path with a parameter, but not for its value", () => {
  const limits = { "/reset-password/:token": { windowSeconds: 60, max: 5 }, "/sign-in/email": false } as const;
  expect(configErrorsOf({ ...good, rateLimit: { limits } })).toEqual([]);
});

describe("a length is rejected", () => {
  const numbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0.5, 1e20, "8", null];
  const options: readonly (readonly [string, (value: unknown) => object])[] = [
    ["emailAndPassword.minPasswordLength", (minPasswordLength) => ({ emailAndPassword: { minPasswordLength } })],
    ["emailAndPassword.maxPasswordLength", (maxPasswordLength) => ({ emailAndPassword: { maxPasswordLength } })],
    ["session.expiresInSeconds", (expiresInSeconds) => ({ session: { expiresInSeconds } })],
    ["session.updateAgeSeconds", (updateAgeSeconds) => ({ session: { updateAgeSeconds } })],
    ["session.freshAgeSeconds", (freshAgeSeconds) => ({ session: { freshAgeSeconds } })],
  ];
  const cases = options.flatMap(([name, change]) => numbers.map((value) => [name, value, change(value)] as const));

  test.each(cases)("%s: %s", (name, _, change) => {
    const configErrors = configErrorsOf(loose(change));
    expect(configErrors.length).toBeGreaterThan(0);
    expect(
      configErrors.every((problem) => problem.startsWith("emailAndPassword.") || problem.startsWith("session.")),
    ).toBe(true);
    expect(configErrors.some((problem) => problem.startsWith(`${name}: `))).toBe(true);
  });

  test.each([
    { emailAndPassword: { minPasswordLength: 7 } },
    { emailAndPassword: { maxPasswordLength: 63 } },
    { emailAndPassword: { minPasswordLength: 100, maxPasswordLength: 99 } },
    { emailAndPassword: { passwordQueueSeconds: 0 } },
    { session: { expiresInSeconds: 0 } },
    { session: { maxSessionsPerUser: 0 } },
    { session: { maxSessionsPerUser: 1.5 } },
    { session: { expiresInSeconds: 101 * 365 * 86_400 } },
  ])("outside of its bounds: %j", (change) => {
    expect(configErrorsOf({ ...good, ...change })).toHaveLength(1);
  });

  test.each([
    { emailAndPassword: { minPasswordLength: 8, maxPasswordLength: 64, passwordQueueSeconds: 0.5 } },
    { session: { expiresInSeconds: 1, updateAgeSeconds: 0, freshAgeSeconds: 0 } },
    { session: { expiresInSeconds: 100 * 365 * 86_400 } },
    { session: { maxSessionsPerUser: 1 } },
    { session: { maxSessionsPerUser: Number.POSITIVE_INFINITY } },
  ])("but not at them: %j", (change) => {
    expect(configErrorsOf({ ...good, ...change })).toEqual([]);
  });
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 60.5, "x", null, undefined])(
  "emailAndPassword.passwordQueueSeconds: %s is rejected, unless it is omitted",
  (passwordQueueSeconds) => {
    const expected =
      passwordQueueSeconds === undefined ? [] : [expect.stringMatching(/^emailAndPassword.passwordQueueSeconds: /)];
    expect(configErrorsOf(loose({ emailAndPassword: { passwordQueueSeconds } }))).toEqual(expected);
  },
);

test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0, 1.5, "10", null])(
  "rateLimit.networkFactor: %s is rejected",
  (networkFactor) => {
    const expected = [expect.stringMatching(/^rateLimit.networkFactor: /)];
    expect(configErrorsOf(loose({ rateLimit: { networkFactor } }))).toEqual(expected);
  },
);

test.each([
  { algorithm: "scrypt", cost: { logN: 15.5, blockSize: 8, parallelism: 1 } },
  { algorithm: "scrypt", cost: { logN: 40, blockSize: 8, parallelism: 1 } },
  { algorithm: "scrypt", cost: { logN: Number.NaN, blockSize: 8, parallelism: 1 } },
  { algorithm: "argon2id", cost: { memoryKiB: 7, passes: 1, parallelism: 1 } },
  { algorithm: "argon2id", cost: { memoryKiB: 19_456, passes: 0, parallelism: 1 } },
] as const)("a password recipe that cannot be computed is rejected: %j", (passwordHashing) => {
  expect(configErrorsOf({ ...good, emailAndPassword: { passwordHashing } })).toEqual([
    expect.stringMatching(/^emailAndPassword\.passwordHashing: /),
  ]);
});

test("all config errors are listed at once, and in the message, too", () => {
  const config = loose({
    secret: "weak",
    baseURL: "nowhere",
    database: undefined,
    basePath: "x",
    session: { expiresInSeconds: Number.NaN },
    trustedOrigins: ["*"],
  });
  const configErrors = configErrorsOf(config);
  expect(configErrors.map((problem) => problem.split(":")[0])).toEqual(
    expect.arrayContaining(["secret", "baseURL", "database", "basePath", "session.expiresInSeconds", "trustedOrigins"]),
  );
  expect(() => createAuth(config)).toThrow(configErrors[0]);
  expect(() => createAuth(config)).toThrow(configErrors.at(-1));
});

describe("deletion by the user is rejected", () => {
  const mail = () => undefined;
  const withDeletion = (deleteUser: object, more: object = {}) =>
    configErrorsOf(loose({ user: { deleteUser }, ...more }));

  test("if an email is to confirm it and there is no mail", () => {
    const wanted = { enabled: true, confirmByMail: true };
    expect(withDeletion(wanted)).toEqual([expect.stringMatching(/^user\.deleteUser\.confirmByMail: /)]);
    expect(withDeletion(wanted, { mail })).toEqual([]);
    expect(withDeletion({ ...wanted, enabled: false })).toEqual([]);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 366 * 86_400, "86400"])(
    "if its links are valid for %j seconds",
    (tokenExpiresInSeconds) => {
      const wanted = { enabled: true, tokenExpiresInSeconds };
      expect(withDeletion(wanted)).toEqual([expect.stringMatching(/^user\.deleteUser\.tokenExpiresInSeconds: /)]);
    },
  );

  test("but not without mail if no email is to confirm it, which is then the default", () => {
    expect(withDeletion({ enabled: true })).toEqual([]);
    expect(readConfig(good).settings.user.deleteUser).toEqual({
      enabled: false,
      confirmByMail: false,
      tokenExpiresInSeconds: 86_400,
    });
    expect(readConfig({ ...good, mail }).settings.user.deleteUser.confirmByMail).toBe(true);
  });
});

describe("a change of address once the new one is confirmed", () => {
  const mail = (): void => undefined;
  const withSwitch = (switchAt: unknown, more: object = {}) =>
    configErrorsOf(loose({ user: { changeEmail: { enabled: true, switchAt } }, ...more }));

  test("needs mail, and is not the default", () => {
    expect(withSwitch("verification", { mail })).toEqual([]);
    expect(withSwitch("verification")).toEqual([expect.stringMatching(/^user\.changeEmail\.switchAt: .*`mail`/)]);
    expect(readConfig(good).settings.user.changeEmail).toEqual({ enabled: false, switchAt: "confirmation" });
  });

  test.each(["click", "", true, null])("is rejected with the value %j", (switchAt) => {
    expect(withSwitch(switchAt, { mail })).toEqual([expect.stringMatching(/^user\.changeEmail\.switchAt: must be/)]);
  });

  test("is rejected while another library runs on the database", () => {
    const continueFrom = { prefix: "better-auth", secret: good.secret, isStillRunning: true };
    const errors = withSwitch("verification", { mail, cookies: { continueFrom } });
    expect(errors).toContainEqual(expect.stringMatching(/^user\.changeEmail\.switchAt: .*isStillRunning/));
  });
});

describe("emails are rejected", () => {
  const mail = (): void => undefined;
  const needing: readonly (readonly [string, Partial<AuthConfig>])[] = [
    ["emailAndPassword.requireEmailVerification", { emailAndPassword: { requireEmailVerification: true } }],
    ["emailVerification.sendOnSignUp", { emailVerification: { sendOnSignUp: true } }],
    ["emailVerification.sendOnSignIn", { emailVerification: { sendOnSignIn: true } }],
    ["emailVerification.autoSignIn", { emailVerification: { autoSignIn: true } }],
  ];

  test.each(needing)("when %s is on without mail", (name, config) => {
    const problem = `${name}: needs \`mail\`, which sends the verification; give \`mail\` or turn it off`;
    expect(configErrorsOf({ ...good, ...config })).toEqual([problem]);
    expect(configErrorsOf({ ...good, ...config, mail })).toEqual([]);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 365 * 86_400 + 1])(
    "with links that live %d seconds",
    (seconds) => {
      const config = {
        emailAndPassword: { resetTokenExpiresInSeconds: seconds },
        emailVerification: { expiresInSeconds: seconds },
      };
      const problem = "must be a whole number of seconds, at least 1 and at most a year";
      expect(configErrorsOf({ ...good, ...config })).toEqual([
        `emailAndPassword.resetTokenExpiresInSeconds: ${problem}`,
        `emailVerification.expiresInSeconds: ${problem}`,
      ]);
    },
  );
});

describe("an omitted option", () => {
  test("has its default", () => {
    expect(readConfig(good).settings).toMatchObject({
      origin: "http://localhost:3000",
      basePath: "/api/auth",
      publicPath: "/api/auth",
      appUrl: "http://localhost:3000",
      errorURL: "/api/auth/error",
      emailAndPassword: {
        enabled: false,
        disableSignUp: false,
        autoSignIn: true,
        minPasswordLength: 8,
        maxPasswordLength: 128,
      },
      session: { expiresInSeconds: 604_800, updateAgeSeconds: 86_400, freshAgeSeconds: 86_400 },
      cookies: { prefix: "keyhold", secure: false },
    });
  });

  test("may be undefined, too", () => {
    const nothing = { minPasswordLength: undefined, maxPasswordLength: undefined };
    const { settings, configErrors } = readConfig(
      loose({ emailAndPassword: nothing, session: { expiresInSeconds: undefined }, cookies: { prefix: undefined } }),
    );
    expect(configErrors).toEqual([]);
    expect(settings.emailAndPassword.minPasswordLength).toBe(8);
    expect(settings.session.expiresInSeconds).toBe(604_800);
    expect(settings.cookies.prefix).toBe("keyhold");
  });
});

describe("addresses", () => {
  test("are trusted by their origins, including the own one", () => {
    const { settings } = readConfig({
      ...good,
      baseURL: "HTTP://LOCALHOST:3000/",
      trustedOrigins: ["https://app.example.com/path?x", "https://EXAMPLE.org:443"],
    });
    for (const origin of ["http://localhost:3000", "https://app.example.com", "https://example.org"]) {
      expect(settings.trustedOrigins.trustsOrigin(origin)).toBe(true);
    }
    for (const origin of ["http://localhost", "https://localhost:3000", "https://example.com", "null", ""]) {
      expect(settings.trustedOrigins.trustsOrigin(origin)).toBe(false);
    }
  });

  test("of a function are not requested before there is a request; the own one is known without", () => {
    const trustedOrigins = () => {
      throw new Error("asked");
    };
    const { settings, configErrors } = readConfig({ ...good, trustedOrigins });
    expect(configErrors).toEqual([]);
    expect(settings.trustedOriginsOf).toBe(trustedOrigins);
    expect(settings.trustedOrigins.trustsOrigin("http://localhost:3000")).toBe(true);
  });

  test("make cookies secure if the own one is https", () => {
    expect(readConfig({ ...good, baseURL: "https://example.com" }).settings.cookies.secure).toBe(true);
  });

  test("may end with slashes, like a base path", () => {
    expect(readConfig({ ...good, basePath: "/auth//" }).settings.basePath).toBe("/auth");
    expect(readConfig({ ...good, baseURL: "http://localhost:3000/app/" }).settings).toMatchObject({
      origin: "http://localhost:3000",
      basePath: "/api/auth",
      publicPath: "/app/api/auth",
      appUrl: "http://localhost:3000/app",
      errorURL: "/app/api/auth/error",
    });
  });
});

describe("a secondary storage is rejected", () => {
  const storage = memoryStorage();

  test("that is a client instead", () => {
    expect(configErrorsOf(loose({ secondaryStorage: {} }))).toEqual([
      expect.stringMatching(/^secondaryStorage: is no secondary storage/),
    ]);
  });

  test.each([0, -1, Number.NaN, undefined])("with a timeout of %j milliseconds", (timeoutMilliseconds) => {
    expect(configErrorsOf(loose({ secondaryStorage: { ...storage, timeoutMilliseconds } }))).toEqual([
      "secondaryStorage.timeoutMilliseconds: must be above 0, e.g. 250",
    ]);
  });

  test("if limits are to be counted in one that is missing", () => {
    expect(configErrorsOf({ ...good, rateLimit: { storage: "secondary" } })).toEqual([
      expect.stringMatching(/^rateLimit\.storage: is "secondary" but there is no secondaryStorage/),
    ]);
    expect(configErrorsOf({ ...good, rateLimit: { storage: "secondary" }, secondaryStorage: storage })).toEqual([]);
  });
});

test("limits are counted in the secondary storage if there is one, by default", () => {
  const secondaryStorage = memoryStorage();
  const storageOf = (more: object): string => readConfig({ ...good, ...more }).settings.rateLimit.storage;
  expect([storageOf({}), storageOf({ secondaryStorage })]).toEqual(["memory", "secondary"]);
  expect(storageOf({ secondaryStorage, rateLimit: { storage: "database" } })).toBe("database");
});
