import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { freshDatabase } from "./databases.ts";
import { browserAt, type NewApp, newApp } from "./new-app.ts";
import { packAll } from "./published/pack.ts";
import { type Registry, startRegistry } from "./published/registry.ts";

/**
 * What a developer types, from an empty folder to a signed-in user, and in an app that has users already: with npm, the
 * packed packages, and the tools of Drizzle and Prisma. The times are printed; no assertion depends on them.
 */

const services = inject("services");
const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

/** Executes SQL on a file of SQLite: what `prisma db push` does where its engine can be downloaded. */
function execute({ folder }: NewApp, file: string, sql: string): void {
  const database = new DatabaseSync(join(folder, file));
  database.exec(sql);
  database.close();
}

async function signUpAndIn(url: string): Promise<void> {
  expect(await (await fetch(url)).text()).toContain('<form id="form"');
  const browser = browserAt(url);
  expect((await browser.post("/sign-up/email", ada)).status).toBe(200);
  expect((await browser.post("/sign-out", {})).status).toBe(200);
  expect(await browser.session()).toBe(null);
  expect((await browser.post("/sign-in/email", ada)).status).toBe(200);
  expect(await browser.session()).toMatchObject({ user: { email: ada.email, name: "Ada" } });
}

/** A user from before has no password yet: the email of a reset gives one. */
async function resetAndSignIn(url: string, printed: () => string): Promise<void> {
  const browser = browserAt(url);
  const email = "grace@example.com";
  expect((await browser.post("/request-password-reset", { email, redirectTo: "/" })).status).toBe(200);
  const sent = (): string | undefined => /reset-password\/(\w+)\?/.exec(printed())?.[1];
  await expect.poll(sent, { timeout: 30_000 }).toBeDefined();
  const token = sent();
  const newPassword = "another horse battery";
  expect((await browser.post("/reset-password", { token, newPassword })).status).toBe(200);
  expect((await browser.post("/sign-in/email", { email, password: newPassword })).status).toBe(200);
  expect(await browser.session()).toMatchObject({
    user: { id: "0190f1c2-7d3a-4b6e-9c1d-2f3e4a5b6c7d", name: "Grace", email },
  });
}

const report = (what: string, app: NewApp): void => console.log(`${what}:\n${app.times()}`);

/** Copies each line that the command asks for, in front of a line of the app's file. */
function addLines(app: NewApp, printed: string, file: string, before: string): void {
  const lines = printed.split("\n").filter((line) => line.startsWith("  "));
  expect(printed).toMatch(new RegExp(`^Add to \\w+ in ${file}:$`, "m"));
  const imports = lines.filter((line) => line.startsWith("  import "));
  const others = lines.filter((line) => !imports.includes(line));
  app.edit(file, before, `${others.join("\n")}\n${before}`);
  for (const line of imports) app.edit(file, "import", `${line.trim()}\nimport`);
}

/** The rows of the tables that the app has already. */
const left = [["Ada", "ada@example.com", "free"], ["Grace", "grace@example.com", "gold"], ["Compiler"]];

async function emptyWithDrizzle(registry: Registry): Promise<void> {
  const app = newApp(registry.url);
  const printed = await app.run("npx --yes @keyhold/cli init --orm drizzle --yes");
  expect(printed).toContain("1. npx drizzle-kit push");
  await app.run("npx drizzle-kit push");
  await app.run("npx tsc");
  await signUpAndIn((await app.start()).url);
  await app.run("npx keyhold doctor");
  // A change of plugins ends with this command.
  expect(await app.run("npx drizzle-kit push")).toContain("No changes detected");
  report("An empty folder, Drizzle and SQLite", app);
  app.keepInstalled("drizzle");
}

async function emptyWithPrisma(registry: Registry): Promise<void> {
  const app = newApp(registry.url);
  const printed = await app.run("npx --yes @keyhold/cli init --orm prisma --yes");
  expect(printed).toMatch(/1\. npx prisma generate\n.*2\. npx prisma db push/);
  await app.run("npx prisma generate");
  execute(app, "app.db", await app.run("npx keyhold generate sql"));
  await app.run("npx tsc");
  await signUpAndIn((await app.start()).url);
  await app.run("npx keyhold doctor");
  report("An empty folder, Prisma and SQLite", app);
  app.keepInstalled("prisma");
}

async function usersWithDrizzle(registry: Registry, type: "sqlite" | "postgres"): Promise<void> {
  const env: Record<string, string> = {};
  if (type === "postgres") {
    const fresh = await freshDatabase(type, services);
    onTestFinished(() => fresh.drop());
    env.DATABASE_URL = fresh.place;
  }
  const app = newApp(registry.url, `drizzle-${type}`, env);
  app.takeInstalled("drizzle");
  await app.run("npm install");
  await app.run("npx drizzle-kit push");
  await app.run("node rows.ts");

  await app.run("npx --yes @keyhold/cli init --yes");
  app.edit("drizzle.config.ts", '"./src/db/schema.ts"', '["./src/db/schema.ts", "./auth-schema.ts"]');
  app.edit("auth.ts", "import { db }", 'import { appUsers } from "./src/db/schema.ts";\nimport { db }');
  const named = "tables: { user: { table: appUsers, columns: { name: appUsers.fullName } } }";
  app.edit("auth.ts", "{ schema }", `{ schema, ${named} }`);
  const printed = await app.run("npx keyhold generate drizzle --output auth-schema.ts --case snake --plural");
  addLines(app, printed, "src/db/schema.ts", "  createdAt:");
  await app.run("npx drizzle-kit push");
  await app.run("npx keyhold generate drizzle --output auth-schema.ts --check");

  const { url, printed: output } = await app.start();
  await signUpAndIn(url);
  await resetAndSignIn(url, output);
  expect(JSON.parse(await app.run("node rows-read.ts"))).toEqual(left);
  report(`An app with users, Drizzle and ${type}`, app);
  app.keepInstalled("drizzle");
}

async function usersWithPrisma(registry: Registry): Promise<void> {
  const app = newApp(registry.url, "prisma");
  app.takeInstalled("prisma");
  await app.run("npm install");
  await app.run("npx prisma generate");
  execute(app, "blog.db", readFileSync(join(app.folder, "tables.sql"), "utf8"));
  await app.run("node rows.ts");

  await app.run("npx --yes @keyhold/cli init --yes");
  app.edit("prisma.config.ts", '"prisma/schema.prisma"', '"prisma"');
  const user = 'tables: { user: { name: "app_users", columns: { name: "full_name" } } }';
  app.edit("auth.ts", '{ type: "sqlite" }', `{ type: "sqlite", naming: { case: "snake", plural: true, ${user} } }`);
  const printed = await app.run("npx keyhold generate prisma --output prisma/auth.prisma");
  addLines(app, printed, "prisma/schema.prisma", "  posts ");
  await app.run("npx prisma generate");
  // What `prisma db push` does: columns of the table that exists, and the other tables.
  execute(app, "blog.db", "alter table app_users add column email_verified boolean not null default false");
  execute(app, "blog.db", "alter table app_users add column image text");
  execute(app, "blog.db", await app.run("npx keyhold generate sql"));

  const { url, printed: output } = await app.start();
  await signUpAndIn(url);
  await resetAndSignIn(url, output);
  expect(JSON.parse(await app.run("node rows-read.ts"))).toEqual(left);
  report("An app with users, Prisma and SQLite", app);
}

const empty = { drizzle: emptyWithDrizzle, prisma: emptyWithPrisma };
const withUsers = {
  "drizzle on sqlite": (registry: Registry) => usersWithDrizzle(registry, "sqlite"),
  "drizzle on postgres": (registry: Registry) => usersWithDrizzle(registry, "postgres"),
  prisma: usersWithPrisma,
};

/** The tests of these apps. */
export function describeNewApps(made: {
  readonly empty: readonly (keyof typeof empty)[];
  readonly withUsers: readonly (keyof typeof withUsers)[];
}): void {
  let registry: Registry;
  let removePacked: () => void;

  beforeAll(async () => {
    const { packages, remove } = await packAll();
    removePacked = remove;
    registry = await startRegistry(packages);
  }, 180_000);

  afterAll(() => {
    registry.close();
    removePacked();
  });

  describe("in an empty folder `keyhold init` leaves an app on which a user signs in", { timeout: 600_000 }, () => {
    test.each(made.empty)("with %s", (name) => empty[name](registry));
  });

  describe("an app with users keeps its tables and rows, by their names", { timeout: 600_000 }, () => {
    const isOffered = (name: keyof typeof withUsers): boolean =>
      !name.endsWith("postgres") || services.postgres !== null;
    test.each(made.withUsers.filter(isOffered))("with %s", (name) => withUsers[name](registry));
  });
}
