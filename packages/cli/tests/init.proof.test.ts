import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { freePort } from "../../../tests/harness/free-port.ts";
import { type App, createApp, install } from "./app.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Starts the app's server on a free port; resolves with the address. */
async function startServer(app: App, file: string): Promise<string> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  app.write({ ".env": app.read(".env").replace(/^AUTH_URL=.*$/m, `AUTH_URL=${url}\nPORT=${port}`) });
  const child = app.start(["--env-file=.env", file]);
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    const read = (text: Buffer): void => {
      printed += text;
      if (printed.includes("Listening on")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => reject(new Error(`The server ended: ${printed}`)));
  });
  return url;
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

async function signUpAndOut(url: string): Promise<void> {
  const page = await (await fetch(url)).text();
  expect(page).toContain('<form id="form"');
  expect(await (await fetch(`${url}/auth-client.js`)).text()).toContain("export const authClient");
  expect((await fetch(`${url}/api/hello`)).status).toBe(401);
  const post = (path: string, body: unknown, cookie = "") =>
    fetch(`${url}/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie },
      body: JSON.stringify(body),
    });
  const signedUp = await post("/sign-up/email", { name: "Ada", email: "ada@example.com", password: "correct horse" });
  expect(signedUp.status).toBe(200);
  const cookie = cookiesOf(signedUp);
  const hello = await fetch(`${url}/api/hello`, { headers: { cookie } });
  expect(await hello.text()).toBe("Hello Ada");
  expect((await post("/sign-out", {}, cookie)).status).toBe(200);
  expect((await fetch(`${url}/api/hello`, { headers: { cookie } })).status).toBe(401);
  const signedIn = await post("/sign-in/email", { email: "ada@example.com", password: "correct horse" });
  expect(signedIn.status).toBe(200);
}

const compile = (app: App) =>
  promisify(execFile)("node", [join(root, "node_modules/typescript7/bin/tsc")], { cwd: app.folder }).catch(
    (error: { stdout: string }) => expect.fail(error.stdout),
  );

describe("keyhold init", () => {
  test.each([
    ["node", []],
    ["express", ["express", "@types/express"]],
    ["hono", ["hono", "@hono/node-server"]],
    ["fastify", ["fastify"]],
  ])("leaves an app of %s with a page, on which a person signs up", async (framework, packages) => {
    const app = createApp({ "package.json": null });
    const words = ["init", "--framework", framework, "--yes", "--no-install"];
    const { code, stdout } = await app.keyhold(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Next:\n {2}1\. npm install @keyhold\/core /m);
    expect(stdout).toContain("Before production: `mail`");
    install(app, ["@types/node", ...packages]);
    await compile(app);
    expect((await app.keyhold(["migrate", "--yes"])).code).toBe(0);
    await signUpAndOut(await startServer(app, "server.ts"));
    expect((await app.keyhold(["doctor"])).code).toBe(0);
  });

  /** What `npm init -y` of npm 11 writes. */
  const initialized = '{ "name": "my-app", "version": "1.0.0", "main": "index.js", "type": "commonjs" }\n';

  test.each([
    ["an app without code becomes one of modules", {}, "server.js"],
    ["an app with code keeps its kind", { "index.js": 'require("node:fs");\n' }, "server.mjs"],
  ])("starts in a package of CommonJS: %s", async (_, files, server) => {
    const app = createApp({ "package.json": initialized, ...files });
    expect((await app.keyhold(["init", "--framework", "express", "--yes", "--no-install"])).code).toBe(0);
    install(app, ["express"]);
    expect((await app.keyhold(["migrate", "--yes"])).code).toBe(0);
    await signUpAndOut(await startServer(app, server));
    expect(JSON.parse(app.read("package.json"))).toMatchObject({
      type: server === "server.js" ? "module" : "commonjs",
      scripts: { start: `node --env-file=.env ${server}` },
    });
  });

  test("shows each file before it writes it, but no secret, and writes none with --dry-run", async () => {
    const app = createApp({ "package.json": null });
    const { code, stdout } = await app.keyhold(["init", "--dry-run", "--yes"]);
    expect(code).toBe(0);
    for (const path of ["package.json", "auth.ts", "server.ts", "public/index.html", ".env", ".gitignore"]) {
      expect(stdout).toContain(`\n${path} (new)\n+ `);
      expect(existsSync(join(app.folder, path))).toBe(false);
    }
    expect(stdout).toContain("+ AUTH_SECRET=(a new secret)\n");
  });

  test("asks only in a terminal: elsewhere it wants --yes", async () => {
    const app = createApp({ "package.json": null });
    const { code, stderr } = await app.keyhold(["init"]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("--yes") });
    expect(existsSync(join(app.folder, "auth.ts"))).toBe(false);
  });

  test("adds to files of the app, and keeps each file that it would replace", async () => {
    const manifest = '{\n    "name": "mine",\n    "scripts": {\n        "dev": "mine"\n    }\n}\n';
    const app = createApp({ "package.json": manifest, "server.js": "mine", ".env": "MINE=1", ".gitignore": ".env*\n" });
    const { code, stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(app.read("server.js")).toBe("mine");
    expect(stdout).toContain("server.js (changed)\n- mine\n+ import");
    expect(stdout).toContain("server.js, which exists and was kept");
    expect(app.read("package.json")).toMatch(/^ {8}"dev": "mine",?$/m);
    expect(app.read(".env")).toMatch(/^MINE=1\nAUTH_SECRET=\S{44}\nAUTH_URL=http:\/\/localhost:3000\n$/);
    expect(app.read(".gitignore")).toBe(".env*\nnode_modules\napp.db*\n");
  });

  test("changes no file the second time", async () => {
    const app = createApp({ "package.json": null });
    await app.keyhold(["init", "--yes", "--no-install"]);
    const before = app.read(".env");
    const { stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
    expect(stdout).toContain("Every file is as it should be.");
    expect(app.read(".env")).toBe(before);
  });

  test("uses the Drizzle instance of the app, with the tables in a file beside the config", async () => {
    const manifest =
      '{ "dependencies": { "drizzle-orm": "0.45", "express": "5", "pg": "8" }, "devDependencies": { "typescript": "6" } }';
    const app = createApp({
      "package.json": manifest,
      "src/db/index.ts": "export const db = drizzle(process.env.URL);",
    });
    const { code, stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(app.read("auth.ts")).toContain('import { db } from "./src/db/index.ts";');
    expect(app.read("auth.ts")).toContain("database: drizzleAdapter(db, { schema })");
    expect(app.read("auth-schema.ts")).toContain('export const user = pgTable("user", {');
    expect(app.read("drizzle.config.ts")).toContain('schema: "./auth-schema.ts"');
    expect(stdout).toContain("npx drizzle-kit push");
    expect(stdout).toContain("After a change of plugins: npx keyhold generate drizzle --output auth-schema.ts");
  });

  test("makes a Prisma client and the models in a file beside the schema, in a new app", async () => {
    const app = createApp({ "package.json": null });
    const { code, stdout } = await app.keyhold([
      "init",
      "--yes",
      "--no-install",
      "--orm",
      "prisma",
      "--database",
      "mysql",
    ]);
    expect(code).toBe(0);
    expect(app.read("auth.ts")).toContain('database: prismaAdapter(prisma, { type: "mysql" })');
    expect(app.read("prisma/schema.prisma")).toContain('provider = "mysql"');
    expect(app.read("prisma/auth.prisma")).toContain("model User {");
    expect(app.read("db.ts")).toContain("new PrismaMariaDb(");
    expect(stdout).toContain("npx prisma generate");
    expect(stdout).toContain("Write the address of your database into .env: DATABASE_URL");
  });

  test("uses the Kysely instance of the app", async () => {
    const manifest = '{ "dependencies": { "kysely": "0.29", "pg": "8" }, "devDependencies": { "typescript": "6" } }';
    const app = createApp({
      "package.json": manifest,
      "src/database.ts": "export const kysely = new Kysely<Tables>({});",
    });
    expect((await app.keyhold(["init", "--yes", "--no-install"])).code).toBe(0);
    expect(app.read("auth.ts")).toContain('import { kysely } from "./src/database.ts";');
    expect(app.read("auth.ts")).toContain('database: kyselyAdapter({ kysely: kysely, type: "postgres" })');
  });

  test("writes config and tables for a framework without a template, and names what is left", async () => {
    const app = createApp({ "package.json": '{ "devDependencies": { "typescript": "6", "vite": "8" } }' });
    const { code, stdout } = await app.keyhold(["init", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(app.read("server/auth.ts")).toContain('database: sqlite("app.db")');
    expect(app.read(".env")).toContain("AUTH_URL=http://localhost:5173\n");
    expect(existsSync(join(app.folder, "server.ts"))).toBe(false);
    expect(stdout).toContain("docs/frameworks.md#any-other-framework");
    expect(stdout).not.toContain("create an account");
  });

  test.each([
    ["an unknown framework", ["--framework", "rails"], "", "next, nuxt, sveltekit"],
    ["Next.js without an app", ["--framework", "next"], "", "npx create-next-app"],
    ["screens without React", ["--framework", "express", "--screens", "all"], "", "Leave the option out"],
    ["a broken package.json", [], "{", "Correct it"],
  ])("answers %s with what to do", async (_, options, manifest, remedy) => {
    const app = createApp({ "package.json": manifest || null });
    const { code, stderr } = await app.keyhold(["init", "--yes", "--no-install", ...options]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(remedy) });
    expect(existsSync(join(app.folder, "auth.ts"))).toBe(false);
  });
});
