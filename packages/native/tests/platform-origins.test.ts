import { createServer } from "node:http";
import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { nativeApps } from "@keyhold/native";
import { afterEach, describe, expect, test } from "vitest";
import { close, listen, newPerson } from "../../../tests/harness/auth-server.ts";
import { clients } from "./fixture.ts";

/** The `Origin` of the pages of each platform, as the platform sends it. */
const origins: Readonly<Record<string, string>> = {
  "Capacitor on iOS": "capacitor://localhost",
  "Capacitor on Android": "https://localhost",
  Ionic: "ionic://localhost",
  "Tauri on macOS, Linux and iOS": "tauri://localhost",
  "Tauri on Windows and Android": "http://tauri.localhost",
  "Tauri with https": "https://tauri.localhost",
  "Electron with a scheme": "app://-",
  "an extension of Chromium": "chrome-extension://abcdefghijklmnopabcdefghijklmnop",
  "an extension of Firefox": "moz-extension://0f8a3c1e-5b7d-4e2a-9c6f-1d2e3f4a5b6c",
  "Expo's development server": "exp://192.168.1.5:8081",
  "a custom scheme": "myapp://home",
};
/** Origins that each page with an opaque origin sends, and origins like those above. */
const foreign = [
  "null",
  "file://",
  "capacitor://evil",
  "capacitor://localhost.evil.example",
  "CAPACITOR://localhost",
  "capacitor://localhost:80",
  "capacitor://localhost/",
  "http://localhost",
  "https://localhost:8443",
  "https://evil.tauri.localhost",
  "chrome-extension://ponmlkjihgfedcbaponmlkjihgfedcba",
  "moz-extension://00000000-0000-0000-0000-000000000000",
  "exp://192.168.1.6:8081",
  "myapp://",
];

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const closing of closings.splice(0)) await closing();
});

const setUp = (baseURL: string, trustedOrigins: readonly string[]) =>
  createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL,
    trustedOrigins: [...trustedOrigins],
    database: memory(),
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
    rateLimit: { enabled: false },
    session: { bearer: true },
    plugins: [nativeApps({ clients })],
  });

/** A server on a port that trusts these origins, and the cookie of a signed-in user. */
async function start(trustedOrigins: readonly string[]) {
  const server = createServer();
  const url = await listen(server);
  closings.push(() => close(server));
  server.on("request", nodeHandler(setUp(url, trustedOrigins)));
  const post = (path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${url}/api/auth${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "sec-fetch-site": "cross-site", ...headers },
    });
  const person = newPerson();
  const signedUp = await post("/sign-up/email", person, { origin: url, "sec-fetch-site": "same-origin" });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  return { person, post, cookie };
}

describe("an app with cookies", () => {
  test.each(Object.entries(origins))("of %s, with the origin %s, is accepted by its entry alone", async (_, own) => {
    const { post, cookie } = await start([own]);
    const others = [...Object.values(origins), ...foreign].filter((origin) => origin !== own);
    expect((await post("/update-user", { name: "Ada" }, { origin: own, cookie })).status).toBe(200);
    for (const origin of others)
      expect([origin, (await post("/update-user", { name: "Eve" }, { origin, cookie })).status]).toEqual([origin, 403]);
  });

  test("of no platform is accepted without an entry", async () => {
    const { post, cookie } = await start([]);
    for (const origin of [...Object.values(origins), ...foreign])
      expect([origin, (await post("/update-user", { name: "Eve" }, { origin, cookie })).status]).toEqual([origin, 403]);
    // A request without an Origin is of no page; beside a cookie it is refused, too.
    expect((await post("/update-user", { name: "Eve" }, { cookie })).status).toBe(403);
  });

  test.each(["null", "file://", "file:///index.html", "*", "capacitor://*", "chrome-extension://*"])(
    "cannot trust %s",
    (entry) => {
      expect(() => setUp("https://app.example.com", [entry]).handler).toThrow("trustedOrigins");
    },
  );

  test("a scheme without a host is for redirects: no page of the scheme is accepted", async () => {
    const { post, cookie } = await start(["myapp://"]);
    for (const origin of ["myapp://", "myapp://home"])
      expect((await post("/update-user", { name: "Eve" }, { origin, cookie })).status).toBe(403);
  });
});

describe("an app in token mode", () => {
  test.each([...Object.entries(origins), ["a file", "file://"], ["an opaque origin", "null"]])(
    "of %s, with the origin %s, signs in without an entry, and its cookie counts for nothing",
    async (_, origin) => {
      const { post, person, cookie } = await start([]);
      const { email, password } = person;
      const signedIn = await post("/sign-in/email", { email, password }, { origin, "x-return-token": "1" });
      const token = signedIn.headers.get("set-auth-token");
      expect([signedIn.status, signedIn.headers.getSetCookie()]).toEqual([200, []]);
      const named = { origin, authorization: `Bearer ${token}`, cookie };
      expect((await post("/update-user", { name: "Ada" }, named)).status).toBe(200);
      expect((await post("/update-user", { name: "Eve" }, { origin, "x-return-token": "1", cookie })).status).toBe(401);
      // The server names no origin in CORS headers: those are the app's own.
      expect(signedIn.headers.get("access-control-allow-origin")).toBeNull();
    },
  );
});
