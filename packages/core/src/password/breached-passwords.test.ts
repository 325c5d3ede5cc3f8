import { createHash } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { LogEntry } from "../contract/config.js";
import { coreErrors } from "../contract/errors.js";
import { breachedPasswords } from "./breached-passwords.js";

const password = "a known password";
const person = { email: "ann@example.com", name: "Ann" };
const sha1 = createHash("sha1").update(password).digest("hex").toUpperCase();
const [prefix, suffix] = [sha1.slice(0, 5), sha1.slice(5)];

let server: Server;
let url: string;
/** The requests to the list. */
let asked: { url: string | undefined; padding: string | string[] | undefined }[];
let answer: RequestListener;
let logged: LogEntry[];

beforeEach(async () => {
  asked = [];
  logged = [];
  server = createServer((request, response) => {
    asked.push({ url: request.url, padding: request.headers["add-padding"] });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const page =
  (...lines: readonly string[]): RequestListener =>
  (_, response) =>
    void response.end(lines.join("\r\n"));
const others = [`${"0".repeat(35)}:12`, `${"F".repeat(35)}:3`];

const check = (options: object = {}) =>
  breachedPasswords({ url, log: (entry) => void logged.push(entry), ...options })(password, person);

describe("a password in the list", () => {
  test.each([
    ["in the middle of a page", () => page(...others.slice(0, 1), `${suffix}:24`, ...others.slice(1))],
    ["at its end", () => page(...others, `${suffix}:1`)],
    [
      "in lower case, with plain line ends",
      () => (_: unknown, response: { end(text: string): void }) => response.end(`x\n${suffix.toLowerCase()}:7\n`),
    ],
  ])("is rejected %s", async (_, make) => {
    answer = make() as RequestListener;
    expect(await check()).toBe(coreErrors.PASSWORD_COMPROMISED);
  });

  test("is rejected in letters of another width, which are the same password", async () => {
    answer = page(`${suffix}:24`);
    const wide = password.replace(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
    expect(await breachedPasswords({ url })(wide, person)).toBe(coreErrors.PASSWORD_COMPROMISED);
  });

  test("is requested by five characters of its hash, and the response is padded", async () => {
    answer = page(`${suffix}:24`);
    await check();
    expect(asked).toEqual([{ url: `/range/${prefix}`, padding: "true" }]);
  });

  test("is accepted below the configured count", async () => {
    answer = page(`${suffix}:9`);
    expect(await check({ minCount: 10 })).toBeNull();
    expect(await check({ minCount: 9 })).toBe(coreErrors.PASSWORD_COMPROMISED);
  });
});

describe("a password that is not in the list", () => {
  test.each([
    ["is taken", others],
    ["is taken where the page is empty", []],
    ["is taken where its line is only padding", [...others, `${suffix}:0`]],
    ["is taken where only the end of its hash is there", [`X${suffix}:5`]],
  ])("%s", async (_, lines) => {
    answer = page(...lines);
    expect(await check()).toBeNull();
    expect(logged).toEqual([]);
  });

  test("is accepted if only padding matches", async () => {
    answer = page(`${suffix}:0`);
    expect(await check({ minCount: 0 })).toBeNull();
  });
});

describe("if the list fails, the password is accepted and the log has the reason:", () => {
  let timeout: AbortController;
  beforeEach(() => {
    timeout = new AbortController();
  });
  afterEach(() => void vi.restoreAllMocks());

  const timeoutMilliseconds = 1234;
  const passTimeout = (): void => timeout.abort(new DOMException("The operation timed out.", "TimeoutError"));
  const moveClock = (): void => {
    const { signal } = timeout;
    const later = new AbortController().signal;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((given) => (given === timeoutMilliseconds ? signal : later));
  };
  const fetchOfServer: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    setImmediate(passTimeout);
    return response;
  };

  const cases: readonly (readonly [string, RequestListener, string])[] = [
    ["an error", (_, response) => void response.writeHead(500).end(`${suffix}:24`), "answered 500"],
    ["too many questions", (_, response) => void response.writeHead(429).end(), "answered 429"],
    [
      "a redirect, which is not followed",
      (_, response) => void response.writeHead(302, { location: `/range/${prefix}` }).end(),
      "answered 302",
    ],
    ["a dropped connection", (request) => void request.socket.destroy(), "could not be reached"],
    ["silence", () => passTimeout(), "did not answer in time"],
    ["a page that never ends", (_, response) => void response.write(`${suffix}`), "did not answer in time"],
    [
      "a page of two megabytes",
      (_, response) => void response.end("x".repeat(2_000_000)),
      "answered more than a megabyte",
    ],
  ];

  test.each(cases)("%s", async (_, listener, reason) => {
    answer = listener;
    const isLate = reason.includes("in time");
    if (isLate) moveClock();
    const options = isLate ? { timeoutMilliseconds, fetch: fetchOfServer } : { timeoutMilliseconds: 10_000 };
    expect(await check(options)).toBeNull();
    expect(asked).toHaveLength(1);
    expect(logged).toEqual([
      { level: "warning", message: `The list of breached passwords ${reason}; a password was accepted unchecked.` },
    ]);
  });

  test("no server there", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(await check()).toBeNull();
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain(prefix);
  });
});

test("the app's own fetch is used if it is given", async () => {
  const fetch = async (): Promise<Response> => new Response(`${suffix}:24`);
  expect(await check({ fetch })).toBe(coreErrors.PASSWORD_COMPROMISED);
  expect(asked).toEqual([]);
});
