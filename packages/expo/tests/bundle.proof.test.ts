import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bundleApp } from "./bundle.ts";

const maxBytes = 6144;
const maxBytesInAll = 9216;
const maxOwnBytes = 1088;
const folder = fileURLToPath(new URL(".", import.meta.url));
const app = [
  'import { createAuthClient } from "@keyhold/expo";',
  "export const client = createAuthClient({",
  '  baseURL: "https://example.com", clientId: "app", redirect: "com.example.app:/signed-in",',
  "});",
];
const importsOf = (text: string) => [...text.matchAll(/from\s*"([^"]+)"/g)].map(([, name]) => name).sort();

const size = async (lines: readonly string[]): Promise<number> =>
  gzipSync(await bundleApp(folder, "esm", lines), { level: 9 }).length;

test("an app ships at most 6,144 bytes gzip more than a page with the React client, and 9,216 in all", async () => {
  const page = app.map((line) => line.replace("@keyhold/expo", "@keyhold/react"));
  const [all, ofPage] = [await size(app), await size(page)];
  expect(all - ofPage).toBeLessThanOrEqual(maxBytes);
  expect(all).toBeLessThanOrEqual(maxBytesInAll);
  expect(all - ofPage).toBeGreaterThan(maxBytes / 2);
});

test("of these bytes at most 1,088 are of this package: the others are the token platform and the flow", async () => {
  const base = [
    'export { createAuthClient } from "@keyhold/react";',
    'export { tokenPlatform } from "@keyhold/client/token";',
    'export { createBrowserSignIn } from "@keyhold/native/app";',
    'export { nativeAppsClient } from "@keyhold/native/client";',
  ];
  expect((await size(app)) - (await size(base))).toBeLessThanOrEqual(maxOwnBytes);
});

test("the bundle for phones imports the peers of the package, and that for web imports React alone", async () => {
  expect(importsOf(await bundleApp(folder, "esm", app))).toEqual([
    "expo-application",
    "expo-crypto",
    "expo-linking",
    "expo-network",
    "expo-secure-store",
    "expo-web-browser",
    "react",
    "react-native",
  ]);
  expect(importsOf(await bundleApp(folder, "esm", app, "web"))).toEqual(["react"]);
});
