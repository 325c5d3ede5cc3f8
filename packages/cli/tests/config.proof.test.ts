import { describe, expect, test } from "vitest";
import { createApp, secret, sqliteAuth } from "./app.ts";

const env = { AUTH_SECRET: secret };

describe("the config", () => {
  test("is found in the usual places, from a path alias, with env files and server-only", async () => {
    const app = createApp({
      "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
      ".env": `AUTH_SECRET=${secret}\nFILE=wrong.db\nFOLDER=.\n`,
      ".env.local": `FILE="\${FOLDER}/right.db"\n`,
      "src/lib/database.ts": `import "server-only";
        import { sqlite } from "@keyhold/adapter-sql/sqlite";
        export const database = sqlite(process.env.FILE ?? "");`,
      "src/lib/auth.ts": sqliteAuth("database,", 'import { database } from "@/lib/database";'),
    });
    expect((await app.keyhold(["migrate", "--yes"])).code).toBe(0);
    expect(app.read("right.db")).toContain("SQLite format 3");
  });

  test("is a default export, too, in a file of its own name, in JavaScript", async () => {
    const text = sqliteAuth().replace("export const auth =", "export default");
    const app = createApp({ "packages/api/my-auth.js": text, "packages/api/package.json": '{ "type": "module" }' });
    const { code, stdout } = await app.keyhold(["migrate", "--yes", "--config", "packages/api/my-auth.js"], { env });
    expect(stdout).toContain("of my-auth.js");
    expect(code).toBe(0);
    // A relative path of the config belongs to the folder of the package.json.
    expect(app.read("packages/api/app.db")).toContain("SQLite format 3");
  });

  test("may import modules that a framework's bundler makes", async () => {
    const app = createApp({
      // SvelteKit generates this file when it starts.
      "tsconfig.json": '{ "extends": "./.svelte-kit/tsconfig.json" }',
      "src/lib/secret.ts": `import { getRequestEvent } from "$app/server"; import { AUTH_SECRET } from "$env/static/private";
        export const secret = AUTH_SECRET ?? getRequestEvent();`,
      "src/lib/server/auth.ts": sqliteAuth("secret,", 'import { secret } from "$lib/secret";'),
    });
    expect((await app.keyhold(["migrate", "--check"], { env })).stderr).toContain("not up to date");
  });

  test("may import cloudflare:workers, whose env has the variables of the process and of env files", async () => {
    const app = createApp({
      ".dev.vars": `AUTH_SECRET=${secret}\n`,
      "src/auth.ts": sqliteAuth(
        "secret: env.AUTH_SECRET,",
        `import { DurableObject, env, RpcTarget, WorkerEntrypoint, WorkflowEntrypoint } from "cloudflare:workers";
        export class Users extends DurableObject {}
        export class Jobs extends WorkerEntrypoint {}
        export class Flow extends WorkflowEntrypoint {}
        export class Target extends RpcTarget {}`,
      ),
    });
    const { stderr } = await app.keyhold(["migrate", "--check", "--env-file", ".dev.vars"]);
    expect(stderr).toContain("not up to date");
  });

  test.each([
    ["a package that SvelteKit 3 has not generated yet", '{ "extends": "$app/tsconfig" }', {}],
    [
      "a package that it has generated",
      '{ "extends": ["./base", "$app/tsconfig"] }',
      { "node_modules/$app/tsconfig.json": "{}", "base.json": '{ "compilerOptions": { "paths": {} } }' },
    ],
  ])("is loaded if its tsconfig extends %s", async (_, tsconfig, files) => {
    const app = createApp({
      ...files,
      "tsconfig.json": tsconfig,
      "src/lib/server/auth.ts": sqliteAuth(
        "secret: dev ? AUTH_SECRET : '',",
        'import { dev } from "$app/env"; import { AUTH_SECRET } from "$app/env/private";',
      ),
    });
    expect((await app.keyhold(["migrate", "--check"], { env })).stderr).toContain("not up to date");
  });

  test("takes variables of the process before those of files, and of --env-file instead of the usual files", async () => {
    const app = createApp({ "auth.ts": sqliteAuth(), ".env": "AUTH_SECRET=short", "my.env": `AUTH_SECRET=${secret}` });
    const fromFile = await app.keyhold(["migrate", "--check"]);
    expect(fromFile.stderr).toContain("secret: weak");
    expect((await app.keyhold(["migrate", "--check"], { env })).stderr).not.toContain("secret");
    expect((await app.keyhold(["migrate", "--check", "--env-file", "my.env"])).stderr).not.toContain("secret");
    const missing = await app.keyhold(["migrate", "--check", "--env-file", "other.env"]);
    // Node reads this option, also behind the program, and ends with its own exit code.
    expect(missing.code).toBeGreaterThan(0);
    expect(missing.stderr).toContain("other.env");
  });

  test("of an invalid kind is answered with every config error and exit code 1", async () => {
    const app = createApp({ "auth.ts": sqliteAuth('basePath: "no",') });
    const { code, stderr } = await app.keyhold(["migrate"]);
    expect(code).toBe(1);
    expect(stderr).toContain("  - secret: missing");
    expect(stderr).toContain("  - basePath: must begin with one slash");
    expect(stderr).toContain("npx keyhold secret");
    expect(stderr).not.toContain("    at ");
  });

  test.each([
    ["a package", 'import "not-installed";', 'auth.ts imports "not-installed"', "npm install not-installed"],
    ["a package with a scope", 'import "@a/b/c";', 'auth.ts imports "@a/b/c"', "npm install @a/b"],
    ["a module of Bun", 'import "bun:sqlite";', 'auth.ts imports "bun:sqlite"', "bunx --bun keyhold migrate"],
    ["a module of a bundler", 'import "astro:x";', 'auth.ts imports "astro:x"', "A bundler makes this module."],
    ["a path alias", 'import "@/lib/x";', 'auth.ts imports "@/lib/x"', "tsconfig.json"],
    ["a file", 'import "./deep.ts";', 'deep.ts imports "./deeper.ts"', "Correct the path"],
  ])("with a failing import of %s is answered with its file and name", async (_, imports, told, remedy) => {
    const app = createApp({ "auth.ts": sqliteAuth("", imports), "deep.ts": 'import "./deeper.ts";' });
    const { code, stderr } = await app.keyhold(["migrate"], { env });
    expect(code).toBe(1);
    expect(stderr).toContain(`Cannot load auth.ts: ${told}, which was not found.`);
    expect(stderr).toContain(remedy);
  });

  test("that throws is answered with the message and the line", async () => {
    const app = createApp({
      "auth.ts": sqliteAuth("", 'import "./broken.ts";'),
      "broken.ts": 'export const a = 1;\nthrow new Error("The variable X is not set.");\n',
    });
    const { code, stderr } = await app.keyhold(["migrate"], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot load auth\.ts: The variable X is not set\.\n {2}at broken\.ts:2:\d+/);
  });

  test("with a syntax error is answered with the file", async () => {
    const { code, stderr } = await createApp({ "auth.ts": "export const auth = ;" }).keyhold(["migrate"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/auth\.ts:1:2\d/);
  });

  test.each([
    ["without an auth", "export const a = 1;", "exports no auth"],
    ["with a function", "export const auth = () => null;", "exports a function"],
  ])("%s is answered with what to export", async (_, text, told) => {
    const { code, stderr } = await createApp({ "auth.ts": text }).keyhold(["migrate"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(told) });
  });

  test("that does not exist is answered with the places of the search", async () => {
    const { code, stderr } = await createApp().keyhold(["migrate"]);
    expect(code).toBe(1);
    expect(stderr).toContain("src/lib/auth.ts");
    expect(stderr).toContain("--config <path>");
  });
});
