import { expect, onTestFinished, test, vi } from "vitest";

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
const origin = "http://localhost:3000";

/**
 * A framework evaluates the modules again after a change of a file, and an app keeps the database on `globalThis`; a
 * bundler that has the adapter outside of its bundle does the same.
 */
test.each(["memory", "SQLite"])(
  "a database of %s made beside one copy of core serves an auth of another copy",
  async (kind) => {
    onTestFinished(() => void vi.resetModules());
    const { memory } = await import("@keyhold/adapter-memory");
    const { sqlite } = await import("@keyhold/adapter-sql/sqlite");
    const sql = sqlite(":memory:");
    onTestFinished(() => sql.close());
    vi.resetModules();
    const { createAuth } = await import("@keyhold/core");
    const { planMigration } = await import("@keyhold/adapter-sql");
    const logged: string[] = [];
    const auth = createAuth({
      secret: "only for this test: 4f9b7c21d8e3a650",
      baseURL: origin,
      database: kind === "memory" ? memory() : sql,
      emailAndPassword: {
        enabled: true,
        passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
      },
      log: ({ message }) => void logged.push(message),
    });
    await (await planMigration(sql, auth.schema)).apply();

    const { headers } = await auth.handler(
      new Request(`${origin}/api/auth/sign-up/email`, {
        method: "POST",
        headers: { origin, "content-type": "application/json" },
        body: JSON.stringify(ada),
      }),
      { ipAddress: "203.0.113.7" },
    );
    const cookie = headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    await auth.api.signIn.email(ada);
    expect(await auth.api.listSessions({}, { headers: { cookie } })).toHaveLength(2);
    await auth.api.removeExpired();
    await auth.idle();
    expect(logged).toEqual([]);
  },
);
