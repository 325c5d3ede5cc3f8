import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { type App, createApp, secret, sqliteAuth } from "./app.ts";

const env = { AUTH_SECRET: secret };
const withAdmin = sqliteAuth("plugins: [admin()],", 'import { admin } from "@keyhold/admin";');

const usersOf = ({ folder }: App): readonly unknown[] => {
  const database = new DatabaseSync(join(folder, "app.db"));
  const rows = database.prepare('select email, name, role, "emailVerified" from "user"').all();
  database.close();
  return rows.map((row) => ({ ...row }));
};

async function migratedApp(): Promise<App> {
  const app = createApp({ "auth.ts": withAdmin });
  expect((await app.keyhold(["migrate", "--yes"], { env })).code).toBe(0);
  return app;
}

describe("keyhold create-admin", () => {
  test("creates a user with the role, and the password of stdin", async () => {
    const app = await migratedApp();
    const words = ["create-admin", "--email", "Ada@example.com", "--name", "Ada", "--password-stdin"];
    const { code, stdout } = await app.keyhold(words, { env, input: "correct horse battery\n" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Created Ada@example.com with the role "admin".\n' });
    expect(usersOf(app)).toEqual([{ email: "ada@example.com", name: "Ada", role: "admin", emailVerified: 1 }]);
  });

  test("gives an existing user the role, only with --yes where it cannot ask", async () => {
    const app = await migratedApp();
    const words = ["create-admin", "--email", "ada@example.com"];
    await app.keyhold([...words, "--password-stdin"], { env, input: "correct horse battery" });
    const asked = await app.keyhold(words, { env });
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("--yes") });
    const { code, stdout } = await app.keyhold([...words, "--yes"], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ada@example.com has the role "admin" now.\n' });
    expect(usersOf(app)).toHaveLength(1);
  });

  test.each([
    ["a short password", "short", "ada@example.com", "Give a longer password."],
    ["no password", "", "ada@example.com", "--password-stdin"],
    ["an invalid address", "correct horse battery", "ada", "Give an address such as"],
  ])("creates no user with %s", async (_, input, email, remedy) => {
    const app = await migratedApp();
    const { code, stderr } = await app.keyhold(["create-admin", "--email", email, "--password-stdin"], { env, input });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(remedy) });
    expect(usersOf(app)).toEqual([]);
  });

  test("names the plugin if it is missing", async () => {
    const { code, stderr } = await createApp({ "auth.ts": sqliteAuth() }).keyhold(
      ["create-admin", "--email", "a@b.co"],
      { env },
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("Install @keyhold/admin") });
  });
});
