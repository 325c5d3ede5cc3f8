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

const countOf = ({ folder }: App, table: "session" | "account"): unknown => {
  const database = new DatabaseSync(join(folder, "app.db"));
  const row = database.prepare(`select count(*) as rows from "${table}"`).get();
  database.close();
  return row?.rows;
};

/** A program of the app: an attacker signs up with the address of the operator. */
const stranger = `
import { auth } from "./auth.ts";
export { auth };
await auth.api.signUp.email({ email: "ada@example.com", name: "Mallory", password: "the password of Mallory" });
`;

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
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'ada@example.com has the role "admin" now. Its sessions have ended.\n',
    });
    expect(usersOf(app)).toHaveLength(1);
    const again = await app.keyhold([...words, "--yes", "--password-stdin"], { env, input: "another horse battery" });
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining("The password of stdin was not set") });
  });

  test("promotes nobody who signed up with the address before, unless the account is claimed", async () => {
    const app = await migratedApp();
    app.write({ "sign-up.ts": stranger });
    await app.keyhold(["migrate", "--check", "--config", "sign-up.ts"], { env });
    expect(usersOf(app)).toMatchObject([{ name: "Mallory" }]);
    const words = ["create-admin", "--email", "ada@example.com", "--password-stdin", "--yes"];
    const input = "correct horse battery";
    const refused = await app.keyhold(words, { env, input });
    expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("address not verified") });
    expect(refused.stderr).toContain("ways to sign in: password, sessions: 1");
    expect(usersOf(app)).toMatchObject([{ name: "Mallory", role: "user" }]);

    expect(await app.keyhold([...words, "--claim"], { env, input })).toMatchObject({ code: 0 });
    expect(usersOf(app)).toMatchObject([{ role: "admin", emailVerified: 1 }]);
    expect(countOf(app, "session")).toBe(0);
    expect(countOf(app, "account")).toBe(1);
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
