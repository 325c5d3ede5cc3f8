// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type AuthServer, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { settled } from "../../../tests/harness/settled.ts";
import { type AuthClient, createAuthClient } from "./client.js";

let server: AuthServer;
let client: AuthClient;
beforeAll(async () => {
  server = await startAuthServer();
});
beforeEach(() => {
  client = createAuthClient({ baseURL: server.url, fetch: server.browser() });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const watch = (): (() => void) => client.session.subscribe(() => undefined);
const known = (): Promise<unknown> => expect.poll(() => client.session.get().isPending).toBe(false);
const reads = (): number => server.requests.filter((one) => one === "GET /get-session").length;

describe("after the last subscriber leaves", () => {
  test("no listener, no timer and no channel is left", async () => {
    const listening = new Set<unknown>();
    vi.spyOn(window, "addEventListener").mockImplementation((name, _, options) => {
      listening.add(name);
      if (typeof options === "object") options.signal?.addEventListener("abort", () => listening.delete(name));
    });
    const closed = vi.spyOn(BroadcastChannel.prototype, "close");
    const stopTwo = [watch(), watch()];
    await known();
    expect([...listening]).toEqual(["focus", "visibilitychange", "online"]);

    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await client.signOut();
    expect(vi.getTimerCount()).toBe(1);
    for (const stop of stopTwo) stop();
    await Promise.resolve();
    expect([...listening]).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    expect(closed).toHaveBeenCalledOnce();
  });

  test("no request is sent", async () => {
    const stop = watch();
    await known();
    const before = reads();
    await client.signOut();
    stop();
    window.dispatchEvent(new Event("online"));
    await settled();
    expect(reads()).toBe(before);
  });

  test("the request in flight is aborted, and the next subscriber sends a new one", async () => {
    server.failNext("silence");
    const before = reads();
    const stop = watch();
    await settled();
    stop();
    await settled();
    expect(client.session.get().isPending).toBe(true);
    const stopLater = watch();
    await known();
    expect(reads() - before).toBe(2);
    stopLater();
  });

  test("the next subscriber is not affected by the end of the aborted request", async () => {
    server.failNext("silence");
    const stop = watch();
    await settled();
    stop();
    await Promise.resolve();
    const stopLater = watch();
    await known();
    await settled();
    expect(client.session.get()).toEqual({
      data: null,
      error: null,
      isPending: false,
      isRefetching: false,
      isStale: false,
    });
    stopLater();
  });
});
