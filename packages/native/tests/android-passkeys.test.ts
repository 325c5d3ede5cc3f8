import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { apkKeyHashOrigins, nativeApps } from "@keyhold/native";
import { passkey } from "@keyhold/passkey";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { afterEach, describe, expect, test } from "vitest";
import { close, listen, newPerson } from "../../../tests/harness/auth-server.ts";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { clients } from "./fixture.ts";

/** The app of Android signs with the origin of its certificate, and sends neither an Origin nor a cookie. */

const certificate = (name: string) => createHash("sha256").update(name).digest();
const fingerprint = (name: string): string =>
  certificate(name).toString("hex").toUpperCase().match(/../g)?.join(":") ?? "";
const originOf = (name: string): string => `android:apk-key-hash:${certificate(name).toString("base64url")}`;

const android = [{ packageName: "com.example.app", fingerprints: [fingerprint("release"), fingerprint("debug")] }];
const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const closing of closings.splice(0)) await closing();
});

/** A server on a port, and an app that is signed in. */
async function start(origins: readonly string[]) {
  const server = createServer();
  const { port } = new URL(await listen(server));
  closings.push(() => close(server));
  const url = `http://localhost:${port}`;
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: url,
    database: memory(),
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
    session: { bearer: true },
    plugins: [nativeApps({ clients, android }), passkey({ origins })],
  });
  server.on("request", nodeHandler(auth));
  const app = new TokenClient((request) => fetch(request), url);
  expect((await app.post("/sign-up/email", newPerson())).status).toBe(200);
  return { app, url };
}

/** Registers a passkey by a device whose app has this origin; answers both statuses, of a sign-in by another origin, too. */
async function statuses(app: TokenClient, registering: string, signingIn = registering): Promise<readonly number[]> {
  const device = createAuthenticator({ origin: registering });
  const creation = JSON.parse((await app.get("/passkey/generate-register-options")).text);
  const added = await app.post("/passkey/verify-registration", { response: device.register(creation) });
  if (added.status !== 200) return [added.status];
  await app.post("/sign-out");
  app.token = null;
  const request = JSON.parse((await app.get("/passkey/generate-authenticate-options")).text);
  const response = device.authenticate(request, { origin: signingIn });
  return [added.status, (await app.post("/passkey/verify-authentication", { response })).status];
}

describe("an app of Android with a passkey", () => {
  test.each(["release", "debug"])("registers and signs in by the %s certificate of the option", async (name) => {
    const { app } = await start(apkKeyHashOrigins(android));
    expect(await statuses(app, originOf(name))).toEqual([200, 200]);
    expect(app.token).not.toBeNull();
  });

  test.each([
    ["of another certificate", originOf("foreign")],
    ["in another case", originOf("release").toUpperCase()],
    ["with padding", `${originOf("release")}=`],
    ["of an older scheme of hashes", originOf("release").replace("apk-key-hash", "apk-key-hash-sha1")],
    ["of a package", "android:com.example.app"],
  ])("registers nothing by an origin %s", async (_, origin) => {
    const { app } = await start(apkKeyHashOrigins(android));
    expect(await statuses(app, origin)).toEqual([400]);
  });

  test("signs in by no other certificate", async () => {
    const { app } = await start(apkKeyHashOrigins(android));
    expect(await statuses(app, originOf("release"), originOf("foreign"))).toEqual([200, 400]);
    expect(app.token).toBeNull();
  });

  test("registers nothing where the option is not set: `android` of `nativeApps` alone trusts no app", async () => {
    const { app } = await start([]);
    expect(await statuses(app, originOf("release"))).toEqual([400]);
  });

  test("has an origin of passkeys, which is no origin of requests: a page that sends it is answered 403", async () => {
    const { url } = await start(apkKeyHashOrigins(android));
    const headers = { "content-type": "application/json", origin: originOf("release"), cookie: "a=b" };
    const answer = await fetch(`${url}/api/auth/sign-out`, { method: "POST", body: "{}", headers });
    expect(answer.status).toBe(403);
  });
});
