import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { nativeApps } from "@keyhold/native";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuthServer, close, listen, newPerson, startAuthServer } from "./harness/auth-server.ts";
import { executablePath, sharedBrowser } from "./harness/chromium.ts";
import { packAll, root } from "./harness/published/pack.ts";

/**
 * The example of Expo, with the packed packages: bundled by Metro for each platform, used on web, and used under the preset
 * of react-native for Jest.
 */

const run = promisify(execFile);
const timeoutMilliseconds = 600_000;
const platforms = ["ios", "android", "web"] as const;

let app: string;
let server: AuthServer;
let page = "";

/** Runs a program of the app. */
const runIn = (command: string, ...args: readonly string[]) =>
  run(command, args, {
    cwd: app,
    env: { ...process.env, CI: "1", EXPO_NO_TELEMETRY: "1", EXPO_OFFLINE: "1", EXPO_PUBLIC_SERVER: server.url },
  });

async function installApp(): Promise<void> {
  const { packages, remove } = await packAll(["core", "client", "react", "native", "expo"]);
  cpSync(join(root, "examples/expo"), app, {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist|\.expo)$/.test(path),
  });
  const manifest = JSON.parse(readFileSync(join(app, "package.json"), "utf8"));
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const dependencies = { ...manifest.dependencies, ...tarballs };
  writeFileSync(join(app, "package.json"), JSON.stringify({ ...manifest, dependencies }));
  await runIn("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts");
  remove();
}

/** The bundles of a platform. */
const bundlesOf = (platform: string): readonly string[] =>
  globSync(`dist/_expo/static/js/${platform}/*`, { cwd: app }).map((path) => readFileSync(join(app, path), "latin1"));

beforeAll(async () => {
  app = mkdtempSync(join(tmpdir(), "keyhold-expo-"));
  const clients = { app: { name: "Example", redirectURIs: ["com.example.app:/signed-in"] } };
  server = await startAuthServer("", [nativeApps({ clients })], { session: { bearer: true } });
  await installApp();
  await runIn("npx", "expo", "export", ...platforms.flatMap((platform) => ["--platform", platform]));
}, timeoutMilliseconds);
afterAll(async () => {
  rmSync(app, { recursive: true, force: true });
  await server?.close();
}, timeoutMilliseconds);

test.each(platforms)("Metro bundles the app for %s without settings", (platform) => {
  expect(bundlesOf(platform)).toHaveLength(1);
});

test("the bundle for web has the browser's client, those for phones the flow in the system browser", () => {
  const hasFlow = (platform: string): boolean => bundlesOf(platform).some((text) => text.includes("/native/authorize"));
  expect(platforms.map(hasFlow)).toEqual([true, true, false]);
});

test(
  "the example has the types of the packages",
  async () => {
    await expect(runIn("npx", "tsc", "--noEmit")).resolves.toMatchObject({ stdout: "" });
  },
  timeoutMilliseconds,
);

test(
  "under the preset of react-native users sign up, start again, lose the connection, and sign out",
  async () => {
    await expect(runIn("npx", "jest", "--ci")).resolves.toMatchObject({ stderr: expect.stringContaining("5 passed") });
  },
  timeoutMilliseconds,
);

test(
  "the modules of Expo have the functions that the package uses",
  async () => {
    mkdirSync(join(app, "ports"));
    for (const file of ["modules.ts", "ports.ts"])
      cpSync(join(root, "packages/expo/src", file), join(app, "ports", file));
    const tsconfig = { extends: "../tsconfig.json", include: ["."] };
    writeFileSync(join(app, "ports/tsconfig.json"), JSON.stringify(tsconfig));
    await expect(runIn("npx", "tsc", "--noEmit", "-p", "ports")).resolves.toMatchObject({ stdout: "" });
  },
  timeoutMilliseconds,
);

describe.skipIf(!executablePath)("on web", () => {
  const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };
  /** The app, with the routes of the server at the same origin. */
  const site = createServer(async (request, response) => {
    const { url = "/" } = request;
    if (!url.startsWith("/api/auth")) {
      const file = url === "/" ? "index.html" : url.slice(1);
      response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
      return response.end(readFileSync(join(app, "dist", file)));
    }
    response.writeHead(404).end();
  });
  beforeAll(async () => {
    page = await listen(site);
  });
  afterAll(() => close(site));

  test("a user signs up, is signed in after a reload, and signs out", async () => {
    const person = newPerson();
    const context = await (await sharedBrowser()).newContext();
    const tab = await context.newPage();
    // The server of another origin: its answers come as if the app's origin had them.
    await tab.route("**/api/auth/**", async (route) => {
      const answer = await route.fetch({ headers: { ...route.request().headers(), origin: server.url } });
      const cors = { "access-control-allow-origin": page, "access-control-allow-credentials": "true" };
      await route.fulfill({ response: answer, headers: { ...answer.headers(), ...cors } });
    });
    await tab.goto(page);
    await tab.getByLabel("Email").fill(person.email);
    await tab.getByLabel("Password").fill(person.password);
    await tab.getByText("Sign up").click();
    await tab.getByText(`Signed in as ${person.email}`).waitFor();
    await tab.reload();
    await tab.getByText(`Signed in as ${person.email}`).waitFor();
    await tab.getByText("Sign out").click();
    await tab.getByLabel("Email").waitFor();
    await context.close();
  });
});
