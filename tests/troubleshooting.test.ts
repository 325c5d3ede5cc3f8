import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzleAdapter } from "@keyhold/adapter-drizzle";
import { planMigration } from "@keyhold/adapter-sql";
import { postgres } from "@keyhold/adapter-sql/postgres";
import { sqlite } from "@keyhold/adapter-sql/sqlite";
import { admin } from "@keyhold/admin";
import { type AuthConfig, createAuth, type LogEntry } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import type { AnyPlugin } from "@keyhold/core/plugin";
import { drizzle } from "drizzle-orm/node-postgres";
import { describe, expect, test } from "vitest";
import { openWebhook, refundCreated, refundWire } from "./harness/billing/webhook-fixture.ts";
import * as tables from "./harness/drizzle-tables/postgres-schema.ts";

/** docs/troubleshooting.md: each row happens here, and says what the page says; the command line has its own test. */

const page = readFileSync(join(import.meta.dirname, "../docs/troubleshooting.md"), "utf8");

/** The rows of a section's table, without its head. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/^\| (.+) \|$/gm)].slice(1).map(([, cells = ""]) => cells.split(" | "));
}

/** The text of a cell of code. */
const textOf = (cell: string | undefined): string => cell?.replace(/^(`+)(.*)\1.*$/, "$2") ?? "";

/** Two auths with a common secret and two databases would get a warning of their own. */
const newSecret = (): string => randomBytes(32).toString("base64");
const baseURL = "https://app.example.com";

interface Given extends Partial<Pick<AuthConfig, "secret" | "mail">> {
  readonly database?: Database;
  readonly plugins?: readonly AnyPlugin[];
}

/** An auth with its log. */
function open({ database = sqlite(":memory:"), ...given }: Given = {}) {
  const logged: LogEntry[] = [];
  const config = {
    secret: newSecret(),
    baseURL,
    database,
    emailAndPassword: { enabled: true },
    log: (line: LogEntry) => void logged.push(line),
  };
  const auth = createAuth({ ...config, ...given } as AuthConfig);
  /** The lines without the stacks of their causes. */
  const lines = (): readonly string[] =>
    logged.map(({ message, cause = "" }) => `${message} ${cause.split("\n")[0]}`.trim());
  const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    auth.handler(
      new Request(`${baseURL}/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
      { ipAddress: "203.0.113.7" },
    );
  return { auth, database, logged, lines, post };
}

async function migrated(database: ReturnType<typeof sqlite>): Promise<typeof database> {
  await (await planMigration(database, open({ database }).auth.schema)).apply();
  return database;
}

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

const starts: Readonly<Record<string, () => Promise<Given>>> = {
  "a table is missing": async () => ({}),
  "a column is missing, e.g. after a new plugin": async () => ({
    database: await migrated(sqlite(":memory:")),
    plugins: [admin()],
  }),
  "the database is away": async () => ({ database: postgres("postgres://app@127.0.0.1:1/app") }),
  "`DATABASE_URL` is not set, with Drizzle": async () => ({
    database: drizzleAdapter(drizzle(undefined as never), { schema: tables }) as unknown as Database,
  }),
};

describe("at the start", () => {
  const rows = rowsOf("At the start");

  test("has each failure", () => {
    expect(rows.map(([failure]) => failure)).toEqual(Object.keys(starts));
  });

  test.each(rows)("%s, and auth.ready() says so", async (failure, message) => {
    const { auth, lines } = open(await starts[failure ?? ""]?.());
    await expect(auth.ready()).rejects.toThrow(textOf(message));
    expect(lines()).toEqual([]);
  });

  test("an auth with its tables is ready", async () => {
    await expect(open({ database: await migrated(sqlite(":memory:")) }).auth.ready()).resolves.toBe(undefined);
  });
});

interface Happened {
  readonly answer: string;
  readonly lines: readonly string[];
}

/** The status and the code, else the body. */
async function answerOf(response: Response): Promise<string> {
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  const code: unknown = Reflect.get(Object(body), "code");
  return `${response.status} ${typeof code === "string" ? code : text}`;
}

async function happens(
  work: Promise<Response>,
  { auth, lines }: Pick<ReturnType<typeof open>, "auth" | "lines">,
): Promise<Happened> {
  const answer = await answerOf(await work);
  await auth.idle();
  return { answer, lines: lines() };
}

const requests: Readonly<Record<string, () => Promise<Happened>>> = {
  async "a table is missing"() {
    const opened = open();
    return happens(opened.post("/sign-up/email", ada), opened);
  },
  async "the secret was changed, and a browser asks `get-session`"() {
    const database = await migrated(sqlite(":memory:"));
    const before = open({ database });
    const [cookie = ""] = (await before.post("/sign-up/email", ada)).headers.getSetCookie();
    const after = open({ database });
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const asked = after.auth.handler(new Request(`${baseURL}/api/auth/get-session`, { headers }));
    return happens(asked, after);
  },
  async "a page at an unknown origin calls"() {
    const opened = open();
    return happens(opened.post("/sign-in/email", ada, { origin: "http://localhost:5173" }), opened);
  },
  async "a plugin of the client is missing on the server"() {
    const opened = open();
    return happens(opened.post("/two-factor/enable", { password: ada.password }), opened);
  },
  async "a user resets a password, and the config has no `mail`"() {
    const opened = open({ database: await migrated(sqlite(":memory:")) });
    return happens(opened.post("/forget-password", { email: ada.email }), opened);
  },
  async "an event of the payments provider cannot be decoded"() {
    const { deliver, logged } = openWebhook();
    const response = await deliver({ ...refundCreated, data: { ...refundWire, amount: "12.50" } });
    return { answer: await answerOf(response), lines: logged.map(({ message }) => message) };
  },
};

describe("in a request", () => {
  const rows = rowsOf("In a request");

  test("has each failure", () => {
    expect(rows.map(([failure]) => failure)).toEqual(Object.keys(requests));
  });

  test.each(rows)("%s, and answer and log say so", async (failure, answer, line) => {
    const happened = await requests[failure ?? ""]?.();
    expect(happened).toEqual({ answer: textOf(answer), lines: [textOf(line)] });
  });
});
