import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type AuthServer, type Failure, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { endPauses } from "../../../tests/harness/ended-pauses.ts";
import { type ClientOptions, createAuthClient } from "./client.js";

let server: AuthServer;
let before: number;
beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  before = server.requests.length;
});
afterAll(() => server.close());

const newClient = (options: Pick<ClientOptions, "retry" | "catchAllError"> = {}) =>
  createAuthClient({
    baseURL: server.url,
    fetch: server.browser(),
    retry: { attempts: 2, delayMilliseconds: 1 },
    ...options,
  });
const sent = (): number => server.requests.length - before;
const overloaded: Failure = {
  status: 503,
  body: '{"code":"SERVICE_UNAVAILABLE","message":"Later"}',
  headers: { "retry-after": "0" },
};

describe("a call without a response", () => {
  test("resolves to NETWORK_ERROR with status 0 and the error of fetch", async () => {
    server.failNext("disconnect");
    const { data, error } = await newClient({ retry: 0 }).ok();
    expect(data).toBeNull();
    expect(error).toMatchObject({
      code: "NETWORK_ERROR",
      status: 0,
      statusText: "",
      message: "No response.",
    });
    expect(error?.error).toBeInstanceOf(TypeError);
  });

  test("resolves to a fixed text with catchAllError", async () => {
    server.failNext("disconnect");
    const { error } = await newClient({ retry: 0, catchAllError: true }).ok();
    expect(error).toMatchObject({
      code: "NETWORK_ERROR",
      status: 500,
      statusText: "Fetch Error",
      message: "Fetch related error. Captured by catchAllError option. See error property for more details.",
    });
    expect(error?.error).toBeInstanceOf(TypeError);
  });
});

describe("a response of another server", () => {
  test("in HTML is UNEXPECTED_RESPONSE with its status", async () => {
    server.failNext({ status: 502, body: "<h1>Bad gateway</h1>" });
    const { error } = await newClient({ retry: 0 }).ok();
    expect(error).toEqual({
      code: "UNEXPECTED_RESPONSE",
      message: "Unexpected response.",
      status: 502,
      statusText: "Bad Gateway",
    });
  });

  test("in HTML is an error with any status", async () => {
    server.failNext({ status: 200, body: "<h1>Log in to the hotel's network</h1>" });
    const { data, error } = await newClient().ok();
    expect(data).toBeNull();
    expect(error).toMatchObject({ code: "UNEXPECTED_RESPONSE", status: 200 });
  });

  test("has retryAfterSeconds if its header is in seconds", async () => {
    server.failNext({ status: 429, headers: { "retry-after": "42" } });
    expect((await newClient({ retry: 0 }).ok()).error).toMatchObject({ status: 429, retryAfterSeconds: 42 });
    server.failNext({ status: 429, headers: { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" } });
    expect((await newClient({ retry: 0 }).ok()).error).not.toHaveProperty("retryAfterSeconds");
  });

  test("keeps the fields of its JSON, but cannot lie about its status", async () => {
    server.failNext({ status: 403, body: '{"reason":"region","status":200,"statusText":"OK"}' });
    const { error } = await newClient().ok();
    expect(error).toMatchObject({
      code: "UNEXPECTED_RESPONSE",
      reason: "region",
      status: 403,
      statusText: "Forbidden",
    });
  });
});

describe("a GET is sent again", () => {
  const passing: readonly Failure[] = [
    "disconnect",
    { status: 500 },
    { status: 502 },
    { status: 504 },
    { status: 429 },
    overloaded,
  ];

  test("after no answer, 429 and 5xx", async () => {
    for (const failure of passing) {
      server.failNext(failure);
      expect((await newClient().ok()).data, JSON.stringify(failure)).toEqual({ ok: true });
    }
    expect(sent()).toBe(2 * passing.length);
  });

  test("at most as often as the option says", async () => {
    server.failNext({ status: 500 }, { status: 500 }, { status: 500 });
    expect((await newClient().ok()).error?.status).toBe(500);
    expect(sent()).toBe(3);
  });

  test("not after 501, and not after an invalid request", async () => {
    for (const status of [400, 401, 403, 404, 501]) {
      server.failNext({ status });
      expect((await newClient().ok()).error?.status).toBe(status);
    }
    expect(sent()).toBe(5);
  });

  test("not if the server requires a pause of more than ten seconds", async () => {
    server.failNext({ status: 429, headers: { "retry-after": "11" } });
    expect((await newClient().ok()).error?.status).toBe(429);
    expect(sent()).toBe(1);
  });

  test("not if the call's options say so", async () => {
    server.failNext({ status: 500 });
    expect((await newClient().ok({}, { retry: 0 })).error?.status).toBe(500);
    expect(sent()).toBe(1);
  });

  test("after 1000 ms by default, and after the server's Retry-After", async () => {
    const delays = endPauses([1000, 2000]);
    const client = createAuthClient({ baseURL: server.url });
    server.failNext({ status: 500 });
    expect((await client.ok()).error).toBeNull();
    server.failNext({ status: 503, headers: { "retry-after": "2" } });
    expect((await client.ok()).error).toBeNull();
    expect(delays).toEqual([1000, 2000]);
  });
});

describe("a POST is sent again", () => {
  test("after 429 with Retry-After, because the server checks limits before all work", async () => {
    server.failNext({ status: 429, headers: { "retry-after": "0" } });
    expect((await newClient().signUp.email(newPerson())).error).toBeNull();
    expect(sent()).toBe(2);
  });

  test("after no other failure, because the server may have done the work", async () => {
    const failures: readonly Failure[] = ["disconnect", { status: 500 }, { status: 502 }, { status: 429 }, overloaded];
    for (const failure of failures) {
      server.failNext(failure);
      expect((await newClient().signOut()).error).not.toBeNull();
    }
    expect(sent()).toBe(failures.length);
  });
});

describe("a signal", () => {
  test("ends a call that waits for its response", async () => {
    server.failNext("silence");
    const abort = new AbortController();
    const answer = newClient().ok({}, { signal: abort.signal });
    await expect.poll(sent).toBe(1);
    abort.abort();
    expect((await answer).error).toMatchObject({ code: "ABORTED", status: 0, message: "Aborted." });
    expect(sent()).toBe(1);
  });

  test("ends a call that waits for its next attempt", async () => {
    server.failNext({ status: 500 });
    const abort = new AbortController();
    const delayMilliseconds = 86_400_000;
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    const answer = newClient({ retry: { attempts: 1, delayMilliseconds } }).ok({}, { signal: abort.signal });
    await expect.poll(() => timers.mock.calls.map(([, delay]) => delay)).toContain(delayMilliseconds);
    abort.abort();
    expect((await answer).error?.code).toBe("ABORTED");
    expect(sent()).toBe(1);
  });

  test("that was aborted before the call prevents its request", async () => {
    expect((await newClient().ok({}, { signal: AbortSignal.abort() })).error?.code).toBe("ABORTED");
    expect(sent()).toBe(0);
  });
});
