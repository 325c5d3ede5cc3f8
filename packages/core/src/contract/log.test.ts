import { describe, expect, test } from "vitest";
import type { LogEntry } from "./config.js";
import { logFailure, redact } from "./log.js";

function logged(thrown: unknown): string {
  const entries: LogEntry[] = [];
  logFailure((entry) => entries.push(entry), "Unexpected error at GET /ok.", thrown);
  expect(entries).toHaveLength(1);
  return entries[0]?.cause ?? "";
}

describe("of a message, the log omits what may be", () => {
  test.each([
    ["a password", "password=hunter2"],
    ["a password in JSON", '{"user":1,"password":"hunter2 and more"}'],
    ["a password in JSON, after a blank", '{ "password" : "hunter2" }'],
    ["a password in an object as it is printed", "{ password: 'hunter2' }"],
    ["a new password", "newPassword: hunter2"],
    ["a quoted password", 'password "hunter2" was refused'],
    ["a secret in a query", "GET /x?client_secret=hunter2&state=1"],
    ["a bearer token", "authorization: Bearer hunter2"],
    ["a basic credential", "Authorization: Basic hunter2="],
    ["a cookie", "cookie: keyhold.session_token=hunter2"],
    ["another cookie of a header", "headers: { cookie: 'a=1; b=hunter2' }"],
    ["a token as long as ours", `row hunter2${"x".repeat(25)} is missing`],
    ["a hash", "hash: $argon2id$v=19$m=64,t=1,p=1$hunter2salt$hunter2hash"],
    ["an address", "hunter2@example.com is taken"],
    ["an address in brackets", "<hunter2@example.com>"],
    ["a connection's password", "connect postgres://keyhold:hunter2@db.example:5432/app"],
    ["a single-quoted value", "Duplicate entry 'hunter2' for key 'user.email'"],
    ["a double-quoted value", 'invalid input syntax for type integer: "hunter2"'],
    ["a value in a list", '["hunter2","x"]'],
    ["the value of a key", "Key (name)=(hunter2) already exists."],
    ["what was sent", "Failed query: select 1 params: Alice,hunter2"],
    ["what was sent as a list", "parameters = [ Alice, hunter2 ]"],
    ["a row", "Failing row contains (1, hunter2)."],
    ["a second line", "Invalid call\nAlice, hunter2"],
    ["a body", "request body: name=hunter2"],
  ])("%s", (_, message) => {
    expect(redact(message)).not.toContain("hunter2");
    expect(logged(new Error(message))).not.toContain("hunter2");
  });
});

describe("a message still contains", () => {
  test.each([
    'duplicate key value violates unique constraint "user_email_key"',
    'null value in column "name" of relation "user" violates not-null constraint',
    "connect ECONNREFUSED 127.0.0.1:5432",
    "no such table: session",
    'The column "user.name" cannot be null.',
    'Model "user" is not part of this auth',
    "database is locked",
  ])("%s", (message) => {
    expect(redact(message)).toBe(message);
  });

  test("no more than a thousand characters", () => {
    expect(redact("a b ".repeat(1000))).toHaveLength(1000);
  });

  // With a backtracking pattern, each of these takes minutes and exceeds the test's time limit.
  test.each(["a-", "a", "a@", '"', "= (", "password "])("%s, half a million times over", (part) => {
    expect(redact(part.repeat(500_000)).length).toBeLessThanOrEqual(1000);
  });

  test.each([
    "a-",
    "a.",
    "password-",
    "token.",
    "password",
    "=(",
    "=()",
    "a@@",
    'password="',
    "password='",
    "\\w",
    "secret  ",
  ])("%s, sixteen times as often, in about sixteen times as long: no pattern backtracks at each character", (part) => {
    const fastest = (length: number): number => {
      const text = part.repeat(length).slice(0, length);
      const times = Array.from({ length: 9 }, () => {
        const start = performance.now();
        for (let turn = 0; turn < 4; turn += 1) redact(text);
        return performance.now() - start;
      });
      return Math.min(...times);
    };
    redact(part.repeat(100));
    // A quadratic pattern would take 256 times as long.
    expect(fastest(16_000)).toBeLessThan(64 * fastest(1000) + 1);
  });
});

describe("of a thrown value, the log gets", () => {
  test("its name, its message and its location", () => {
    const [first, second] = logged(new TypeError("database is locked")).split("\n");
    expect(first).toBe("TypeError: database is locked");
    expect(second).toMatch(/^\s+at .*log\.test\.ts:\d+:\d+/);
  });

  test("its causes, three deep", () => {
    const nested = [1, 2, 3, 4, 5].reduce(
      (cause, depth) => new Error(`level ${depth}`, { cause }),
      new Error("level 0"),
    );
    const text = logged(nested);
    expect(text).toContain("Caused by Error: level 2");
    expect(text).not.toContain("level 1");
  });

  test("the first reason of several, e.g. of a connection tried at two addresses", () => {
    const refused = new AggregateError([new Error("connect ECONNREFUSED 127.0.0.1:5432"), new Error("other")], "");
    expect(logged(refused)).toContain("Caused by Error: connect ECONNREFUSED 127.0.0.1:5432");
  });

  test("no secret of a cause", () => {
    expect(logged(new Error("outer", { cause: new Error("password=hunter2") }))).not.toContain("hunter2");
  });

  test("no line of a message as a stack frame", () => {
    expect(logged(new Error("failed\n    at password hunter2\n    at hunter2.ts:1:2"))).not.toContain("hunter2");
  });

  test("no name with more than a name in it", () => {
    const error = Object.assign(new Error("x"), { name: "password=hunter2" });
    expect(logged(error)).not.toContain("hunter2");
  });

  test("no property of its own", () => {
    expect(logged(Object.assign(new Error("x"), { detail: "hunter2", parameters: ["hunter2"] }))).not.toContain(
      "hunter2",
    );
  });

  test.each([["hunter2"], [{ password: "hunter2" }], [null], [undefined], [42]])(
    "no more than its type, if it is %j",
    (thrown) => {
      expect(logged(thrown)).toBe(`A ${typeof thrown} was thrown.`);
    },
  );

  test("a text, even of an error without a stack or a message", () => {
    expect(logged(Object.assign(new Error("x"), { stack: undefined, message: undefined }))).toContain("Error: ");
  });
});

describe("a log that fails", () => {
  test("at once changes no response", () => {
    const log = () => {
      throw new Error("The disk is full.");
    };
    expect(() => logFailure(log, "A surprise.", new Error("x"))).not.toThrow();
  });

  test("later changes no response", async () => {
    logFailure(async () => Promise.reject(new Error("The log is away.")), "A surprise.", new Error("x"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
