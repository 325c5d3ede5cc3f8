import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Metafile } from "esbuild";
import { createLogger, createServer } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Files of the server half, as bundlers for browsers and for workers see them. */

const root = fileURLToPath(new URL("..", import.meta.url));
const timeoutMilliseconds = 120_000;

interface Entry {
  /** E.g. "@keyhold/core/plugin". */
  readonly name: string;
  readonly real: string;
  readonly stub: string;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(root, path), "utf8"));
const manifests = globSync("packages/*/package.json", { cwd: root }).sort();

/** The halves that a browser runs, and what both halves share. */
const forBrowsers = [
  "@keyhold/access",
  "@keyhold/billing-schema",
  "@keyhold/client",
  "@keyhold/react",
  "@keyhold/react-ui",
];
/** Programs, tests, and files that only the server of a framework imports: no page imports them. */
const forNode = ["@keyhold/cli", "@keyhold/mcp", "@keyhold/nuxt", "@keyhold/testing"];
const shared = [
  ...["types", "safe-name", "options", "schema", "entity-schemas"].map((key) => `@keyhold/core/${key}`),
  "@keyhold/jwt/verify",
  "@keyhold/passkey/names",
];
/** For apps outside of pages: phones, desktops, command lines, extensions. */
const forApps = [
  "@keyhold/expo",
  ...["app", "capacitor", "electron", "electron/preload", "extension", "node", "tauri"].map(
    (key) => `@keyhold/native/${key}`,
  ),
];

/** Every entry with a file of its own for browsers; a pattern stands for all of its files. */
const entries: readonly Entry[] = manifests.flatMap((path) => {
  const { name, exports } = manifestOf(path);
  return Object.entries(exports).flatMap(([key, target]) => {
    if (typeof target === "string" || !target.browser) return [];
    const { default: real = "", browser } = target;
    return globSync(real, { cwd: join(root, dirname(path)) }).map((file) => {
      const matched = key.includes("*") ? basename(file, ".js") : "";
      return {
        name: name + key.slice(1).replace("*", matched),
        real: join(root, dirname(path), file),
        stub: join(root, dirname(path), browser.replace("*", matched)),
      };
    });
  });
});

const importFile = async (path: string): Promise<Record<string, unknown>> => import(pathToFileURL(path).href);

/** The names of a file, without running it: peers may not be installed. */
async function namesOf(file: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    format: "esm",
    write: false,
    metafile: true,
    outdir: "dist",
  });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}

describe("the packages", () => {
  test("have a file for browsers at every entry of a server half", () => {
    const others = manifests.flatMap((path) => {
      const { name, exports } = manifestOf(path);
      if ([...forBrowsers, ...forNode].includes(name)) return [];
      return Object.entries(exports).flatMap(([key, target]) =>
        typeof target === "string" || target.browser || key === "./client" ? [] : [name + key.slice(1)],
      );
    });
    expect(others.sort()).toEqual([...shared, ...forApps].sort());
  });

  test("give workers the real file, although their bundlers ask for the one of browsers, too", () => {
    for (const path of manifests) {
      for (const target of Object.values(manifestOf(path).exports)) {
        if (typeof target === "string" || !target.browser) continue;
        expect(Object.keys(target)).toEqual(["types", "workerd", "worker", "edge-light", "browser", "default"]);
        const { workerd, worker, "edge-light": edge, default: real } = target;
        expect(new Set([workerd, worker, edge, real]).size, path).toBe(1);
      }
    }
  });
});

describe.for(entries)("$name in a browser", ({ name, real, stub }) => {
  test("has every name of the real one, and each throws when it is used", async () => {
    const stubs = await importFile(stub);
    expect(Object.keys(stubs).sort()).toEqual([...(await namesOf(real))].sort());
    for (const [key, value] of Object.entries(stubs)) {
      const sentence = `${key} of ${packageOf(name)} is the server half of Keyhold and cannot run in a browser: `;
      if (typeof value !== "function") throw new Error(`${key} is no function`);
      expect(() => value()).toThrow(sentence);
      expect(() => Reflect.construct(value, [])).toThrow(sentence);
      expect(() => Reflect.get(value, "anything")).toThrow(sentence);
      expect(() => ({}) instanceof value).toThrow(sentence);
    }
  });
});

const packageOf = (name: string): string => name.split("/").slice(0, 2).join("/");

describe("the sentence of a stub", () => {
  test.each([
    [
      "@keyhold/core",
      "createAuth of @keyhold/core is the server half of Keyhold and cannot run in a browser: import @keyhold/client here.",
    ],
    [
      "@keyhold/social",
      "social of @keyhold/social is the server half of Keyhold and cannot run in a browser: import @keyhold/social/client here.",
    ],
    [
      "@keyhold/adapter-sql/sqlite",
      "sqlite of @keyhold/adapter-sql is the server half of Keyhold and cannot run in a browser: use it in code of the server only.",
    ],
  ])("of %s says what to import", async (name, sentence) => {
    const stubs = await importFile(entries.find((entry) => entry.name === name)?.stub ?? "");
    const value = stubs[sentence.split(" ", 1)[0] ?? ""];
    if (typeof value !== "function") throw new Error("It is no function.");
    expect(() => value()).toThrow(new Error(sentence));
  });
});

/** A file with both halves, as frameworks with server functions have them: they remove the server's code later. */
const authFile = `
  import { createAuth, isAuthError } from "@keyhold/core";
  import { definePlugin, endpointsFor } from "@keyhold/core/plugin";
  import { breachedPasswords } from "@keyhold/core/breached-passwords";
  import { sqlite } from "@keyhold/adapter-sql/sqlite";
  import { planMigration } from "@keyhold/adapter-sql";
  import { admin } from "@keyhold/admin";
  import { nodemailer } from "@keyhold/mail/nodemailer";
  import { organization } from "@keyhold/organization";
  import { teams } from "@keyhold/organization/teams";
  import { redis } from "@keyhold/redis";
  import { social } from "@keyhold/social";
  import { google } from "@keyhold/social/google";
  import { username } from "@keyhold/username";
  export { breachedPasswords, definePlugin, endpointsFor, isAuthError, nodemailer, planMigration, redis, teams };
  export const open = () => createAuth({
    secret: process.env.AUTH_SECRET,
    baseURL: "http://localhost:3000",
    database: sqlite("app.db"),
    plugins: [admin(), organization(), social({ providers: [google({ clientId: "a", clientSecret: "b" })] }), username()],
  });
`;
const routeFile = `
  import { createAuthClient } from "@keyhold/client";
  import { usernameClient } from "@keyhold/username/client";
  import { open } from "./auth.js";
  export const client = createAuthClient({ plugins: [usernameClient()] });
  export const load = () => open();
`;
const serverPackages = ["access", "adapter-sql", "admin", "mail", "organization", "redis", "social", "username"];

describe("a file with both halves", { timeout: timeoutMilliseconds }, () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-halves-"));

  beforeAll(() => {
    for (const name of ["core", "client", ...serverPackages]) {
      const target = join(folder, "node_modules/@keyhold", name);
      mkdirSync(target, { recursive: true });
      cpSync(join(root, "packages", name, "package.json"), join(target, "package.json"));
      cpSync(join(root, "packages", name, "dist"), join(target, "dist"), { recursive: true });
    }
    for (const name of ["core/node_modules/jose", "core/node_modules/@noble", "core/node_modules/@oslojs"])
      symlinkSync(join(root, "packages", name), join(folder, "node_modules", basename(name)));
    symlinkSync(join(root, "packages/social/node_modules/oauth4webapi"), join(folder, "node_modules/oauth4webapi"));
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "halves", private: true, type: "module" }));
    writeFileSync(join(folder, "auth.js"), authFile);
    writeFileSync(join(folder, "route.js"), routeFile);
    writeFileSync(join(folder, "index.html"), '<script type="module" src="/route.js"></script>');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const bundle = async (entry: string, options: object): Promise<{ file: string; inputs: readonly string[] }> => {
    const file = join(folder, `bundled-${Math.random().toString(36).slice(2)}.mjs`);
    const built: { metafile: Metafile } = await build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      format: "esm",
      metafile: true,
      outfile: file,
      logLevel: "silent",
      ...options,
    });
    return { file, inputs: Object.keys(built.metafile.inputs) };
  };

  test("is bundled by esbuild for browsers, is imported there, and throws when the server half is used", async () => {
    const { file, inputs } = await bundle("route.js", { platform: "browser" });
    expect(inputs.filter((input) => /dist\/(?!browser\/)/.test(input) && !/client/.test(input))).toEqual([]);
    const { client, load } = await importFile(file);
    expect(client).toHaveProperty("getSession");
    expect(load).toThrow("sqlite of @keyhold/adapter-sql is the server half of Keyhold and cannot run in a browser");
  });

  test("is bundled by esbuild for workers with the real files", async () => {
    const conditions = ["workerd", "worker", "browser"];
    const external = ["node:*"];
    const { inputs } = await bundle("route.js", { platform: "neutral", mainFields: ["module"], conditions, external });
    expect(inputs.filter((input) => input.includes("dist/browser/"))).toEqual([]);
    expect(inputs.some((input) => input.endsWith("core/dist/entries/index.js"))).toBe(true);
  });

  test("goes through Vite's optimizer, and every optimized file is served", async () => {
    const problems: string[] = [];
    const note = (message: string): number => problems.push(message);
    const customLogger = { ...createLogger("silent"), error: note, warn: note, warnOnce: note };
    const server = await createServer({
      root: folder,
      configFile: false,
      customLogger,
      server: { port: 0, ws: false },
    });
    try {
      await server.listen();
      const base = server.resolvedUrls?.local[0] ?? "";
      const route = await textOf(new URL("route.js", base));
      const auth = await textOf(new URL("auth.js", base));
      const optimized = [...`${route}${auth}`.matchAll(/"(\/node_modules\/\.vite\/deps\/[^"]+)"/g)].map(
        ([, path]) => path,
      );
      expect(optimized).toHaveLength(15);
      for (const path of optimized) expect(await textOf(new URL(path ?? "", base))).not.toBe("");
      expect(problems).toEqual([]);
    } finally {
      await server.close();
    }
  });
});

async function textOf(url: URL): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}
