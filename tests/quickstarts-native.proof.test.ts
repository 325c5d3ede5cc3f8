import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { executablePath, sharedBrowser } from "./harness/chromium.ts";
import { type NewApp, newApp } from "./harness/new-app.ts";
import { packAll } from "./harness/published/pack.ts";
import { npmAccess, type Registry, startRegistry } from "./harness/published/registry.ts";
import { type NativeQuickstart, readNativeQuickstart } from "./harness/quickstarts/native-page.ts";
import { readQuickstart } from "./harness/quickstarts/page.ts";

/** docs/native-apps/node.md as a reader types it, with npm and the packed packages, beside the server of its own page. */

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const timeout = 90_000;

describe.skipIf(!executablePath)("the quickstart of command lines", { timeout: 900_000 }, () => {
  let registry: Registry;
  let env: Record<string, string>;
  let removePacked: () => void;

  beforeAll(async () => {
    const { packages, remove } = await packAll();
    removePacked = remove;
    const access = await npmAccess();
    env = { ...access.env };
    registry = await startRegistry(packages, access.registry);
  }, 180_000);
  afterAll(() => {
    registry.close();
    removePacked();
  });

  test("leads to a session by the browser of the user, and to one by a code", async () => {
    const app = newApp(registry.url, null, env);
    await typePage(app, readNativeQuickstart("docs/native-apps/node.md"));
    const server = await app.start();
    const page = await signedInPage(server.url);
    const run = (file: string, home: string) => startProgram(app, file, { HOME: home, APP_URL: server.url });

    const home = join(app.folder, "home");
    mkdirSync(home);
    const cli = run("cli.ts", home);
    await page.goto(await cli.prints(/^Open (http\S+)$/m));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("http://127.0.0.1:*/signed-in?*");
    expect(await cli.ends()).toContain(`Signed in as ${ada.email}.`);
    expect(statSync(join(home, ".config/example/session.json")).mode & 0o777).toBe(0o600);
    expect(await run("cli.ts", home).ends()).toBe("Hello Ada.\n");

    const otherHome = join(app.folder, "other-home");
    mkdirSync(otherHome);
    const device = run("device.ts", otherHome);
    await approve(page, server.url, await device.prints(/enter (\S+)$/m));
    expect(await device.ends()).toContain("Signed in.");
    // The file has the session of either program.
    expect(await run("cli.ts", otherHome).ends()).toBe("Hello Ada.\n");
    await server.stop();
    console.log(app.times());
  });
});

/** The app of docs/frameworks/node.md, with the plugins and the programs of the page. */
async function typePage(app: NewApp, { install, server, files }: NativeQuickstart): Promise<void> {
  for (const command of readQuickstart("docs/frameworks/node.md").commands) await app.run(command);
  // The registry of this machine has no "open".
  await app.run(install.replace(/ open$/, ""));
  writeOpen(app);
  app.edit("auth.ts", "import", `${server.imports}\nimport`);
  app.edit("auth.ts", "  emailAndPassword:", `${server.options}\n  emailAndPassword:`);
  await app.run("npx keyhold migrate --yes");
  for (const [path, code] of files) writeFileSync(join(app.folder, path), code);
  await app.run("npx tsc");
}

/** In place of the package "open": prints the URL, which the test opens in Chromium. */
function writeOpen({ folder }: NewApp): void {
  const place = join(folder, "node_modules/open");
  mkdirSync(place);
  writeFileSync(join(place, "package.json"), '{ "name": "open", "type": "module", "exports": "./index.js" }');
  writeFileSync(join(place, "index.js"), "export default async (url) => console.log('Open', url);");
  writeFileSync(join(place, "index.d.ts"), "export default function open(url: string): Promise<unknown>;");
}

async function signedInPage(url: string): Promise<Page> {
  const context = await (await sharedBrowser()).newContext();
  onTestFinished(() => context.close());
  context.setDefaultTimeout(timeout);
  const page = await context.newPage();
  await page.goto(url);
  await call(page, "/sign-up/email", ada);
  return page;
}

/** The page of approval belongs to the app: here its two calls. */
async function approve(page: Page, url: string, userCode: string): Promise<void> {
  await page.goto(url);
  await call(page, "/device/open", { userCode });
  await call(page, "/device/approve", { userCode });
}

async function call(page: Page, path: string, body: object): Promise<void> {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { "content-type": "application/json" };
      return (await fetch(`/api/auth${path}`, { method: "POST", headers, body })).status;
    },
    [path, JSON.stringify(body)] as const,
  );
  expect(status, path).toBe(200);
}

interface Program {
  /** Waits until the program has printed a line; answers the group. */
  prints(line: RegExp): Promise<string>;
  /** Waits until the program has ended by itself; answers all that it has printed. */
  ends(): Promise<string>;
}

function startProgram({ folder }: NewApp, file: string, env: Readonly<Record<string, string>>): Program {
  const child: ChildProcess = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", file], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const closed = once(child, "close");
  return {
    async prints(line) {
      await expect.poll(() => printed, { timeout }).toMatch(line);
      return line.exec(printed)?.[1] ?? "";
    },
    async ends() {
      const [code] = await closed;
      expect([code, printed]).toEqual([0, printed]);
      return printed;
    },
  };
}
