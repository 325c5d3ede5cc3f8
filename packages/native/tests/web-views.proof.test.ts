import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { type SignedInBrowser, signedInBrowser, startAppServer } from "./app-server.ts";
import type { LeftByPage } from "./web-views/page.ts";

const redirect = "com.example.app:/signed-in";

/** The script of an app's page by origin: the plugins are of the page, the server and the system's browser are real. */
const scripts = { "https://localhost": "capacitor", "http://tauri.localhost": "tauri" } as const;
const origins = Object.keys(scripts) as (keyof typeof scripts)[];

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./web-views/${name}.ts`, import.meta.url))],
    bundle: true,
    format: "iife",
    tsconfig: fileURLToPath(new URL("../../../tsconfig.json", import.meta.url)),
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

describe.skipIf(!executablePath)("a page in Chromium", () => {
  let server: Awaited<ReturnType<typeof startAppServer>>;
  let user: SignedInBrowser;
  let context: BrowserContext;
  beforeAll(async () => {
    server = await startAppServer([redirect], "", origins);
    user = await signedInBrowser(server.url);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    // The server of the test is on this machine. A server of the network needs no permission.
    context = await (await sharedBrowser()).newContext({ permissions: ["local-network-access"] });
    context.setDefaultTimeout(10_000);
  });
  afterEach(() => context.close());

  test.each(origins)(
    "at %s signs in, reads the session and signs out, with Chromium's Origin and preflights",
    async (origin) => {
      const page = await context.newPage();
      const sent: (readonly [string, string | undefined])[] = [];
      page.on("request", (request) => {
        if (request.url().startsWith(server.url)) sent.push([request.method(), request.headers().origin]);
      });
      const values = JSON.stringify({ baseURL: server.url, redirect });
      const script = `Object.assign(globalThis, ${values});${await bundle(scripts[origin])}`;
      const body = `<!doctype html><title>App</title><script>${script}</script>`;
      await page.route(`${origin}/`, (route) => route.fulfill({ contentType: "text/html", body }));
      await page.exposeFunction("openInSystem", (url: string) => user.open(url));
      await page.goto(`${origin}/`);
      const signedIn = await page.evaluate(async () => {
        const { flows, client, items } = globalThis as unknown as LeftByPage;
        const { data } = await flows.signIn();
        const session = await client.getSession();
        const names = [...items.keys()];
        await client.signOut();
        const after = await client.getSession();
        return [data?.user.email, session.data?.user.email, names, after.data, document.cookie];
      });
      expect(signedIn).toEqual([user.email, user.email, ["keyhold.session"], null, ""]);
      expect(new Set(sent.map(([, from]) => from))).toEqual(new Set([origin]));
    },
  );
});
