import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { executablePath } from "../chromium.ts";
import { type NewApp, newApp, type Serving } from "../new-app.ts";
import { packAll } from "../published/pack.ts";
import { type NpmAccess, npmAccess, type Registry, startRegistry } from "../published/registry.ts";
import { openBrowser } from "../runtimes/browser.ts";
import { type Step, stepsOf } from "../runtimes/steps.ts";
import type { Framework } from "./frameworks.ts";
import { type Quickstart, readQuickstart } from "./page.ts";
import { signUpOutAndIn, useScreens } from "./people.ts";
import { startStrippingProxy } from "./stripping-proxy.ts";

/**
 * A page of docs/frameworks as a reader types it, with npm and the packed packages: the app of development in a browser,
 * then the app of production over HTTP, at the root and behind a proxy that strips a path. The times are printed; no
 * assertion depends on them.
 */

/** The registries of an app's npm. */
interface Registries {
  readonly url: string;
  readonly access: NpmAccess;
}

/** The tests of these frameworks. */
export function describeQuickstarts(frameworks: readonly Framework[]): void {
  let registry: Registry;
  let access: NpmAccess;
  let removePacked: () => void;

  beforeAll(async () => {
    const { packages, remove } = await packAll();
    removePacked = remove;
    access = await npmAccess();
    registry = await startRegistry(packages, access.registry);
  }, 180_000);

  afterAll(() => {
    registry.close();
    removePacked();
  });

  describe.each(frameworks)("the quickstart of $name", { timeout: 900_000 }, (framework) => {
    test("leads to a signed-in user in development and production", () =>
      takeQuickstart(framework, { url: registry.url, access }));
  });
}

async function takeQuickstart(framework: Framework, { url: registry, access }: Registries): Promise<void> {
  const quickstart = readQuickstart(framework.page);
  const app = newApp(registry, framework.fixture && join("../quickstarts", framework.fixture), access.env);
  const begun = performance.now();
  let signedIn = "";
  onTestFinished(() => console.log(`${framework.name}${signedIn}:\n${app.times()}`));
  await typePage(app, framework, quickstart);

  const dev = [quickstart.dev, framework.devFlags].filter(Boolean).join(" ");
  if (executablePath)
    await withApp(app, { command: dev }, async (url) => {
      expect(
        framework.hasScreens
          ? await useScreens(url, framework)
          : await signUpOutAndIn(url + (framework.startPage ?? "/"), { javaScriptEnabled: true }),
      ).toEqual([]);
      signedIn = `, signed in after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
    });

  const start = framework.start?.(quickstart.start) ?? quickstart.start;
  for (const command of quickstart.build) await app.run(command);
  await app.run(framework.types);
  expect(await startWithoutSecret(app, start)).toMatch(/^(ended|500) .*secret: missing/s);
  const { env, forUsers } = framework;
  const production = { command: start, ...(env ? { env } : {}) };
  await withApp(app, production, (url) => takeSteps(url, stepsOf(framework.readsSession)));
  if (forUsers)
    await withApp(app, production, async (url, printed) => {
      await takeSteps(url, stepsOf(forUsers));
      expect(printed()).not.toMatch(/^\s*Error: /m);
    });

  const proxy = await startStrippingProxy();
  await withApp(app, { ...production, seenAt: proxy.url }, (url) => {
    proxy.forwardTo(url);
    return takeSteps(proxy.url, stepsOf(framework.readsSession));
  });
  const withoutJavaScript = { javaScriptEnabled: false, headers: { ...framework.proxyHeaders } };
  if (framework.hasForms && executablePath)
    await withApp(app, production, async (url) => {
      expect(await signUpOutAndIn(url + (framework.startPage ?? "/"), withoutJavaScript)).toEqual([]);
    });
}

/** Runs the commands of the page, and writes its files. */
async function typePage(app: NewApp, framework: Framework, quickstart: Quickstart): Promise<void> {
  if (framework.create) await app.run(framework.create);
  framework.change?.(app);
  const before = new Map(filesOf(app, quickstart).map((path) => [path, app.read(path)]));
  const printed: string[] = [];
  for (const command of quickstart.commands) printed.push(await app.run(command));
  if (framework.isWrittenByInit) expect(printed.join("\n")).toMatch(onlyCommands);
  // npm runs it at each installation, but not in these apps: see `newApp`.
  await app.run("npm run --if-present prepare");
  const isNew = (path: string): boolean => before.get(path) !== app.read(path);
  const byInit = framework.isWrittenByInit ? filesOf(app, quickstart).filter(isNew) : [];
  expect(byInit.length > 0).toBe(framework.isWrittenByInit ?? false);
  for (const [path, code] of quickstart.files)
    typeFile(app, path, framework.adapt?.(code, app) ?? code, byInit.includes(path));
  for (const [path, code] of quickstart.changed) typeFile(app, path, code, false);
}

/** The next steps that `init` prints: those of the page, without a line for the developer to type. */
const onlyCommands = /^Next:\n {2}1\. npx keyhold migrate\n {2}2\. npm run dev\n {2}3\. Open /m;

/** The line with the path of a file, also in the frontmatter of Astro. */
const pathLine = /^(---\n)?.*\n/;

function typeFile(app: NewApp, path: string, code: string, isWrittenByInit: boolean): void {
  const file = join(app.folder, path);
  if (isWrittenByInit) {
    expect(code.replace(pathLine, "$1"), path).toBe(app.read(path));
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
}

/** The files of the page that the app has. */
const filesOf = ({ folder }: NewApp, { files }: Quickstart): readonly string[] =>
  [...files.keys()].filter((path) => existsSync(join(folder, path)));

async function takeSteps(url: string, steps: readonly Step[]): Promise<void> {
  const browser = openBrowser(url);
  for (const { name, status, answer, cookies, ...step } of steps) {
    const found = await browser.take({ name, status, ...step });
    expect([name, found.status, found.body]).toMatchObject([name, status, answer === undefined ? found.body : answer]);
    if (cookies) expect(found.cookies).toEqual(cookies.map((line) => expect.stringMatching(line)));
  }
}

/** Empties the tables: each start of an app meets the same users, none. */
function removeUsers({ folder }: NewApp): void {
  const database = new DatabaseSync(join(folder, "app.db"));
  database.exec('pragma foreign_keys = off; delete from "session"; delete from "account"; delete from "user"');
  database.close();
}

/** Starts the app, and ends it after the work. */
async function withApp(
  app: NewApp,
  serving: Partial<Serving>,
  work: (url: string, printed: () => string) => Promise<void>,
): Promise<void> {
  removeUsers(app);
  const running = await app.start(serving);
  try {
    await work(running.url, running.printed);
  } catch (error) {
    throw new Error(`${String(error)}\nThe server has printed:\n${running.printed()}`, { cause: error });
  } finally {
    await running.stop();
  }
}

/** What a start in production does if the secret is missing: it ends, or answers 500. */
async function startWithoutSecret(app: NewApp, command: string): Promise<string> {
  const secret = /^AUTH_SECRET=.*\n/m.exec(app.read(".env"))?.[0] ?? "";
  app.edit(".env", secret, "");
  try {
    const { url, printed, stop } = await app.start({ command });
    const { status } = await fetch(`${url}/api/auth/ok`);
    await stop();
    return `${status} ${printed()}`;
  } catch (error) {
    return `ended ${String(error)}`;
  } finally {
    app.edit(".env", "", secret);
  }
}
