import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SqlDatabase } from "@keyhold/adapter-sql";
import { planMigration } from "@keyhold/adapter-sql";
import type { Auth } from "@keyhold/core";
import { type Browser, createBrowser } from "@keyhold/testing";
import { vi } from "vitest";
import { readBlocks } from "../../tests/harness/docs-blocks.ts";

const root = join(import.meta.dirname, "../..");
const origin = "https://app.example.com";

const importFile = (path: string) => import(pathToFileURL(path).href);

/** Answers a request to another server than the app. */
export type OtherServer = (request: Request) => Response | Promise<Response>;

/** The code of a page of docs/tasks, saved as a reader saves it, and running. */
export interface PageApp {
  /** A file of the page. */
  load(name: string): ReturnType<typeof importFile>;
  readonly auth: Auth;
  /** Opens another browser: the calls of the client come from it. */
  visit(origin?: string): Browser;
  /** The second lines of the printed emails, each a link or a code. */
  secrets(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Options of `openPage`. */
export interface OpenOptions {
  /** Changes a file, e.g. a wait of five seconds to one second. */
  readonly edit?: (code: string) => string;
  /** Variables of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly other?: OtherServer;
}

/** Saves the files of a page, makes the tables, and gives the client a browser. */
export async function openPage(
  page: string,
  { edit = (code) => code, env = {}, other }: OpenOptions = {},
): Promise<PageApp> {
  const folder = savePage(page, edit);
  const load = (name: string) => importFile(join(folder, name));
  vi.stubEnv("AUTH_SECRET", `for tests only: ${crypto.randomUUID()}`);
  vi.stubEnv("AUTH_URL", origin);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const printed = vi.spyOn(console, "info").mockImplementation(() => undefined);
  const { auth, database }: { auth: Auth; database: SqlDatabase } = await load("auth.ts");
  await (await planMigration(database, auth.schema)).apply();

  let count = 0;
  const visit = (baseURL = origin): Browser => {
    count += 1;
    const browser = createBrowser(auth, { baseURL, ipAddress: `203.0.113.${count}` });
    vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
      const target = new URL(url, baseURL);
      if (target.hostname.endsWith(".example.com") && target.pathname.startsWith("/api/auth"))
        return browser.fetch(target, init);
      if (!other) throw new Error(`No server at ${target}`);
      return other(new Request(target, init));
    });
    return browser;
  };
  visit();

  return {
    load,
    auth,
    visit,
    async secrets() {
      await auth.idle();
      return printed.mock.calls.map(([text]) => String(text).split("\n")[1]?.trim() ?? "");
    },
    async close() {
      await auth.idle();
      await database.close();
      rmSync(folder, { recursive: true });
      vi.useRealTimers();
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      vi.unstubAllGlobals();
    },
  };
}

/** Inside this package, so that the files find its dependencies. */
function savePage(page: string, edit: (code: string) => string): string {
  const parent = join(import.meta.dirname, "node_modules/.pages");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "page-"));
  for (const { code } of readBlocks(root, `docs/tasks/${page}.md`)) {
    const name = /^\/\/ ([\w-]+\.ts)$/m.exec(code.split("\n", 1)[0] ?? "")?.[1];
    // The database is beside the files, as if the reader had started the app there.
    if (name) writeFileSync(join(folder, name), edit(code).replace('"app.db"', JSON.stringify(join(folder, "app.db"))));
  }
  return folder;
}
