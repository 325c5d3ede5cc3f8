import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAuthClient } from "@keyhold/client";
import { deviceAuthorizationClient } from "@keyhold/device-authorization/client";
import { nativeAppsClient } from "@keyhold/native/client";
import { createLoopbackSignIn, fileStore, nodePlatform, signInByDeviceCode } from "@keyhold/native/node";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type SignedInBrowser, signedInBrowser, startAppServer } from "./app-server.ts";

let server: Awaited<ReturnType<typeof startAppServer>>;
let user: SignedInBrowser;
let folder: string;
let path: string;

beforeAll(async () => {
  server = await startAppServer(["http://127.0.0.1/signed-in", "http://[::1]/signed-in"]);
  user = await signedInBrowser(server.url);
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  path = join(folder, "config", "session.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function startProgram(open: (url: string) => unknown) {
  const client = createAuthClient({
    baseURL: server.url,
    platform: nodePlatform({ store: fileStore(path) }),
    plugins: [nativeAppsClient(), deviceAuthorizationClient()],
  });
  return { client, ...createLoopbackSignIn({ client, baseURL: server.url, clientId: "ios", open }) };
}

const modeOf = (file: string): number => statSync(file).mode & 0o777;

describe("the store in a file", () => {
  test("keeps items for the user alone, and removes the file with the last item", async () => {
    const store = fileStore(path);
    await Promise.all([store.set("a", "1"), store.set("b", "2"), store.set("a", "3")]);
    expect([await store.get("a"), await fileStore(path).get("b"), await store.get("c")]).toEqual(["3", "2", null]);
    expect([modeOf(path), modeOf(join(folder, "config"))]).toEqual([0o600, 0o700]);
    await store.remove("a");
    await store.remove("b");
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  test.each([0o604, 0o640, 0o660, 0o644])(
    "refuses a file of the mode %o, also when it has changed later",
    async (mode) => {
      const store = fileStore(path);
      await store.set("a", "1");
      chmodSync(path, mode);
      expect(() => fileStore(path)).toThrow("Other users may read");
      await expect(store.get("a")).rejects.toThrow("Other users may read");
      await expect(store.set("a", "2")).rejects.toThrow("Other users may read");
      expect(readFileSync(path, "utf8")).toBe('{"a":"1"}');
    },
  );

  test("refuses a folder that other users may change, and follows no link", async () => {
    const open = join(folder, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect(() => fileStore(join(open, "session.json"))).toThrow("Other users may change files");
    const real = join(folder, "real.json");
    writeFileSync(real, '{"a":"1"}', { mode: 0o600 });
    symlinkSync(real, join(folder, "link.json"));
    await expect(fileStore(join(folder, "link.json")).get("a")).rejects.toThrow();
  });

  test("a file of another form has no items", async () => {
    mkdirSync(join(folder, "config"));
    writeFileSync(path, "[1", { mode: 0o600 });
    expect(await fileStore(path).get("a")).toBeNull();
  });
});

describe("a sign-in by the browser", () => {
  test("comes back to a port of this machine; the page has no script; the next start is signed in", async () => {
    const pages: Response[] = [];
    const { signIn } = startProgram(async (url) => {
      void fetch(await user.open(url)).then((page) => pages.push(page));
    });
    const { data } = await signIn();
    expect(data?.user.email).toBe(user.email);
    await expect.poll(() => pages.length).toBe(1);
    const [page] = pages;
    expect([page?.status, page?.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(page?.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page?.text()).not.toContain("<script");
    const next = startProgram(() => undefined).client;
    expect((await next.getSession()).data?.user.email).toBe(user.email);
    expect(readFileSync(path, "utf8")).toContain(data?.token);
  });

  test("ignores links of another flow, other paths, methods and hosts; the port is closed afterwards", async () => {
    const statuses: number[] = [];
    let address = new URL("http://127.0.0.1");
    const { signIn } = startProgram(async (url) => {
      const link = await user.open(url);
      address = new URL(link);
      const wrong = link.replace(/state=[^&]*/, "state=abc");
      for (const [target, method] of [
        [wrong, "GET"],
        [`${address.origin}/`, "GET"],
        [link, "POST"],
      ] as const)
        statuses.push((await fetch(target, { method })).status);
      statuses.push(await statusWithHost(address, "attacker.example"));
      statuses.push((await fetch(link)).status);
    });
    expect((await signIn()).data?.user.email).toBe(user.email);
    await expect.poll(() => statuses).toEqual([400, 404, 404, 404, 200]);
    expect(address.hostname).toBe("127.0.0.1");
    await expect(fetch(address)).rejects.toThrow();
  });

  test("has the error of the server on the page, too", async () => {
    const statuses: number[] = [];
    const { signIn } = startProgram(async (url) => {
      const query = new URL(url).searchParams;
      const answer = new URLSearchParams({ error: "access_denied", state: query.get("state") ?? "", iss: server.url });
      void fetch(`${query.get("redirect_uri")}?${answer}`).then(async (page) => {
        statuses.push(page.status);
        expect(await page.text()).toContain("did not work");
      });
    });
    expect((await signIn()).error?.code).toBe("ACCESS_DENIED");
    await expect.poll(() => statuses).toEqual([200]);
  });

  test("ends without a browser, after its time, and when a second sign-in begins", async () => {
    const noBrowser = startProgram(() => {
      throw new Error("no browser");
    });
    expect((await noBrowser.signIn()).error?.code).toBe("AUTH_SESSION_UNAVAILABLE");
    const { client } = noBrowser;
    const late = createLoopbackSignIn({
      ...{ client, baseURL: server.url, clientId: "ios", timeoutSeconds: 0.01 },
      open: () => undefined,
    });
    expect((await late.signIn()).error?.code).toBe("AUTH_SESSION_TIMED_OUT");
    let visits = 0;
    const { signIn } = startProgram(async (url) => {
      visits += 1;
      if (visits === 2) void fetch(await user.open(url));
    });
    const first = signIn();
    await expect.poll(() => visits).toBe(1);
    const second = await signIn();
    expect([(await first).error?.code, second.data?.user.email]).toEqual(["AUTH_SESSION_CANCELLED", user.email]);
  });
});

const statusWithHost = ({ hostname, port, pathname, search }: URL, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname + search, headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });

describe("a sign-in by a code of a device", () => {
  test("waits for the user, and the next start is signed in", async () => {
    const { client } = startProgram(() => undefined);
    const { data, error } = await signInByDeviceCode({
      client,
      clientId: "cli",
      async show({ user_code }) {
        await user.post("/device/open", { userCode: user_code });
        const answer = await user.post("/device/approve", { userCode: user_code });
        expect([answer.status, await answer.text()]).toEqual([200, expect.anything()]);
      },
    });
    expect(error).toBeNull();
    expect((await client.getSession()).data?.user.email).toBe(user.email);
    expect(readFileSync(path, "utf8")).toContain(data?.access_token);
    expect((await startProgram(() => undefined).client.getSession()).data?.user.email).toBe(user.email);
  });

  test("ends by the server's error, and by the signal", async () => {
    const { client } = startProgram(() => undefined);
    const deny = ({ user_code }: { user_code: string }) =>
      user.post("/device/open", { user_code }).then(() => user.post("/device/deny", { userCode: user_code }));
    const denied = await signInByDeviceCode({ client, clientId: "cli", show: deny });
    const unknown = await signInByDeviceCode({ client, clientId: "unknown", show: () => undefined });
    const signal = AbortSignal.abort();
    const aborted = await signInByDeviceCode({ client, clientId: "cli", show: () => undefined, signal });
    const codes = [denied, unknown, aborted].map(({ error }) => error?.code);
    expect(codes).toEqual(["ACCESS_DENIED", "INVALID_CLIENT", "ABORTED"]);
  });
});
