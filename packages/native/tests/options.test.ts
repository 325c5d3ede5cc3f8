import { createHash } from "node:crypto";
import {
  apkKeyHashOrigins,
  appleAssociationHandler,
  assetLinksHandler,
  type NativeOptions,
  nativeApps,
} from "@keyhold/native";
import { passkey } from "@keyhold/passkey";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { claimed, clients } from "./fixture.ts";

type Given = Parameters<typeof nativeApps>[0];

function open(given: Given, baseURL = "https://app.example.com", bearer: object | boolean = true) {
  return createTestAuth({
    plugins: [nativeApps(given)],
    config: { baseURL, session: { bearer: bearer as boolean } },
  });
}

const openWith = (redirect: string, baseURL?: string) =>
  open({ clients: { ios: { name: "Example", redirectURIs: [redirect] } } }, baseURL);

describe("createAuth accepts", () => {
  test.each([
    claimed,
    "https://example.com:8443/cb",
    "com.example.app:/cb",
    "com.example.app://cb",
    "http://127.0.0.1/cb",
    "http://[::1]/cb",
    "http://127.0.0.1",
  ])("the redirect %s", (redirect) => {
    expect(() => openWith(redirect)).not.toThrow();
  });

  test("the redirect exp:// in development", () => {
    expect(() => openWith("exp://192.0.2.1:8081", "http://localhost:3000")).not.toThrow();
  });
});

describe("createAuth fails, and says why, for", () => {
  test.each([
    ["http://localhost/cb", /localhost/],
    ["http://localhost:3000/cb", /localhost/],
    ["https://localhost/cb", /localhost/],
    ["http://app.localhost/cb", /localhost/],
    ["http://example.com/cb", /needs https/],
    ["http://127.0.0.1.example.com/cb", /needs https/],
    ["http://127.0.0.1:3000/cb", /port/],
    ["https://example.com/cb#x", /fragment/],
    ["https://example.com/cb#", /fragment/],
    ["https://example.com/cb?x=1", /query/],
    ["https://ada@example.com/cb", /user name/],
    ["https://ada:secret@example.com/cb", /user name/],
    ["https://EXAMPLE.com/cb", /normal form/],
    ["https://example.com/%2e/cb", /normal form/],
    ["https://example.com/a/../cb", /normal form/],
    ["https://example.com", /normal form/],
    ["https://example.com\\cb", /not a URL/],
    ["https://example.com/c b", /not a URL/],
    ["myapp://cb", /scheme with a dot/],
    ["javascript:alert(1)", /scheme with a dot/],
    ["data:text/html,x", /scheme with a dot/],
    ["file:///etc/passwd", /scheme with a dot/],
    ["intent://cb", /scheme with a dot/],
    ["COM.example.app:/cb", /scheme with a dot/],
    ["exp://192.0.2.1:8081", /development/],
    ["/cb", /not a URL/],
    ["", /not a URL/],
  ])("the redirect %s", (redirect, reason) => {
    expect(() => openWith(redirect)).toThrow(reason);
  });

  test("two apps with one redirect", () => {
    const app = { name: "Example", redirectURIs: [claimed] };
    expect(() => open({ clients: { ios: app, android: app } })).toThrow(/of the app "ios", too/);
  });

  test.each<[string, unknown]>([
    ["no app", {}],
    ["a list", []],
    ["a name with a blank", { "my app": { name: "Example", redirectURIs: [claimed] } }],
    ["an app without a redirect", { ios: { name: "Example", redirectURIs: [] } }],
    ["an app without a name", { ios: { name: " ", redirectURIs: [claimed] } }],
    ["a secret", { ios: { name: "Example", redirectURIs: [claimed], secret: "x" } }],
    [
      "a lifetime of no seconds",
      { ios: { name: "Example", redirectURIs: [claimed], session: { expiresInSeconds: 0 } } },
    ],
    ["an unknown lifetime", { ios: { name: "Example", redirectURIs: [claimed], session: { expiresIn: 1 } } }],
  ])("%s as `clients`", (_, given) => {
    expect(() => open({ clients: given as NativeOptions["clients"] })).toThrow(/clients: must name each app/);
  });

  test("an absolute lifetime below the lifetime without a visit", () => {
    const session = { expiresInSeconds: 7200, absoluteExpiresInSeconds: 3600 };
    expect(() => open({ clients: { ios: { name: "Example", redirectURIs: [claimed], session } } })).toThrow(
      /absoluteExpiresInSeconds/,
    );
  });

  test("an auth without token mode", () => {
    expect(() => open({ clients }, undefined, false)).toThrow(/session.bearer: must be on/);
  });

  test("other lifetimes for an app in `session.bearer.clients`", () => {
    const bearer = { clients: { ios: { expiresInSeconds: 60 } } };
    expect(() => open({ clients }, undefined, bearer)).toThrow(/write them once/);
  });

  test("an unknown option", () => {
    expect(() => open({ clients, client: {} } as Given)).toThrow(/client/);
  });

  test.each(["//evil.example", "https://evil.example", "/a?b"])("the page %s that asks", (confirmPage) => {
    expect(() => open({ clients, confirmPage })).toThrow(/confirmPage/);
  });

  test.each(["com.example.app", "a1b2c3d4e5.com.example"])("the id %s of an iOS app", (id) => {
    expect(() => open({ clients, apple: [id] })).toThrow(/apple/);
  });

  test.each(["14:6D", "14:6d"])("the fingerprint %s", (fingerprint) => {
    const android = [{ packageName: "com.example.app", fingerprints: [fingerprint] }];
    expect(() => open({ clients, android })).toThrow(/android/);
  });
});

describe("the files at the root of the host", () => {
  const digest = createHash("sha256").update("certificate").digest();
  const fingerprint = (digest.toString("hex").toUpperCase().match(/../g) ?? []).join(":");
  const android = [{ packageName: "com.example.app", fingerprints: [fingerprint] }];
  const apple = ["A1B2C3D4E5.com.example.app"];

  test("name the apps and the paths of the claimed redirects", async () => {
    const { auth } = open({ clients, apple, android });
    const association = await appleAssociationHandler(auth)();
    expect(association.headers.get("content-type")).toContain("application/json");
    expect(await association.json()).toEqual({
      applinks: { details: [{ appIDs: apple, components: [{ "/": "/app/signed-in" }, { "/": "/signed-in" }] }] },
      webcredentials: { apps: apple },
    });
    expect(await (await assetLinksHandler(auth)()).json()).toEqual([
      {
        relation: ["delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds"],
        target: { namespace: "android_app", package_name: "com.example.app", sha256_cert_fingerprints: [fingerprint] },
      },
    ]);
  });

  test("are not below the path of the auth", async () => {
    const { browser } = open({ clients, apple, android });
    for (const path of ["/native/apple-app-site-association", "/native/assetlinks"])
      expect((await browser.get(path)).status).toBe(404);
  });

  test("an Android app is an origin of passkeys by the hash of its certificate", () => {
    const origins = apkKeyHashOrigins(android);
    expect(origins).toEqual([`android:apk-key-hash:${digest.toString("base64url")}`]);
    expect(() => createTestAuth({ plugins: [passkey({ origins })] })).not.toThrow();
  });
});
