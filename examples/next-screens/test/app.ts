import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { type IdentityProvider, startIdentityProvider } from "@keyhold/testing/identity-provider";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { authenticatorOf } from "../../../tests/harness/authenticator-app.ts";
import { sharedBrowser } from "../../../tests/harness/chromium.ts";
import { freePort } from "../../../tests/harness/free-port.ts";
import { build, migrate, type RunningApp, runScript, start } from "../../../tests/harness/next-app.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly password: string;
}

/** The first administrator. */
export const administrator = { email: "admin@example.com", password: "a few good words" };

/** The running app, with any number of browsers. */
export interface TestApp {
  readonly origin: string;
  /** Opens a path in a new browser: at its own address, without cookies. */
  readonly visit: (path: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a path in a new browser, signed in as a new user. */
  readonly visitAs: (person: Person, path: string) => Promise<Page>;
  /** Opens a path in a new browser, signed in as an existing user. */
  readonly signedIn: (user: Pick<Person, "email" | "password">, path: string, userAgent?: string) => Promise<Page>;
  /** Creates a user with an authenticator app. Answers a function with its next code. */
  readonly withFactor: (person: Person) => Promise<() => string>;
  /** The link of the next email to an address with a subject that contains a text. */
  readonly linkTo: (to: string, subject: string) => Promise<string>;
  /** The code of the next email with a code to an address. */
  readonly codeTo: (to: string) => Promise<string>;
  /** Makes the last proof of a user two days old. */
  readonly age: (email: string) => void;
  /** Ends the wait of every recovery. */
  readonly endWaits: () => void;
}

/** Builds and starts the app, with a provider on this computer. A warning or an error in a console fails the test. */
export function setUp(): TestApp {
  const file = join(folder, ".next/test.sqlite");
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  const read = new Map<string, number>();
  let app: RunningApp;
  let origin: string;
  let provider: IdentityProvider;
  let addresses = 0;

  beforeAll(async () => {
    [provider] = await Promise.all([startIdentityProvider(), build(folder)]);
    const port = await freePort();
    origin = `http://localhost:${port}`;
    rmSync(file, { force: true });
    const env = {
      AUTH_SECRET: "only for this test: 4f9b7c21d8e3a650",
      AUTH_URL: origin,
      DATABASE_FILE: file,
      // Each browser of a test says its own address, so that rate limits stay on.
      TRUSTED_PROXIES: "1",
      OIDC_ISSUER: provider.origin,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    };
    await migrate(folder, env);
    await runScript(folder, ["create-admin.ts", administrator.email, administrator.password], env);
    app = start(folder, port, env);
    await app.printed("Ready in");
  }, 300_000);
  afterAll(async () => {
    await Promise.all([app?.stop(), provider?.stop()]);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(complaints.splice(0)).toEqual([]);
  });

  async function open(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const browser = await sharedBrowser();
    addresses += 1;
    const extraHTTPHeaders = { "x-forwarded-for": `192.0.2.${addresses}` };
    const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders, ...options });
    contexts.push(context);
    context.setDefaultTimeout(15_000);
    context.on("weberror", (error) => complaints.push(String(error.error())));
    context.on("console", (message) => {
      const isFailedCall = message.text().startsWith("Failed to load resource");
      if (["error", "warning"].includes(message.type()) && !isFailedCall) complaints.push(message.text());
    });
    return context;
  }

  async function call(context: BrowserContext, route: string, data: object): Promise<unknown> {
    const response = await context.request.post(`/api/auth${route}`, { data, headers: { origin } });
    expect(response.status()).toBe(200);
    return response.json();
  }

  async function pageOf(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  /** The subject and the link of the next email to an address about a subject. */
  async function emailTo(to: string, subject: string | RegExp): Promise<string> {
    const key = `${to} ${subject}`;
    const count = read.get(key) ?? 0;
    read.set(key, count + 1);
    const lead = `Email to ${to}: `;
    const next = (): string | undefined => {
      const emails = app
        .output()
        .split("\n")
        .filter((line) => line.startsWith(lead));
      return emails.map((email) => email.slice(lead.length).trim()).filter((email) => email.match(subject))[count];
    };
    await expect.poll(next, { timeout: 10_000 }).toBeDefined();
    return next() ?? "";
  }

  /** Changes rows as time would. */
  function change(sql: string, ...values: string[]): void {
    const database = new DatabaseSync(file);
    const { changes } = database.prepare(sql).run(...values);
    database.close();
    expect(changes).toBeGreaterThan(0);
  }

  return {
    get origin() {
      return origin;
    },
    visit: async (path, options) => pageOf(await open(options), path),
    async visitAs(person, path) {
      const context = await open();
      await call(context, "/sign-up/email", { ...person, callbackURL: "/verify-email?verified" });
      return pageOf(context, path);
    },
    async signedIn({ email, password }, path, userAgent) {
      const context = await open(userAgent === undefined ? {} : { userAgent });
      await call(context, "/sign-in/email", { email, password });
      return pageOf(context, path);
    },
    async withFactor(person) {
      const context = await open();
      await call(context, "/sign-up/email", person);
      const { totpURI } = (await call(context, "/two-factor/enable", { password: person.password })) as {
        readonly totpURI: string;
      };
      const secret = new URL(totpURI).searchParams.get("secret") ?? "";
      const authenticator = authenticatorOf(secret);
      await call(context, "/two-factor/verify-totp", { code: authenticator.next() });
      return () => authenticator.next();
    },
    linkTo: async (to, subject) => (await emailTo(to, subject)).split(" ").at(-1) ?? "",
    codeTo: async (to) => (await emailTo(to, /^\d+ is your/)).split(" ")[0] ?? "",
    age(email) {
      const before = new Date(Date.now() - 2 * 86_400_000).toISOString();
      const where = "where userId = (select id from user where email = ?)";
      change(`update session set createdAt = ?, authTime = ?, factorTime = ? ${where}`, before, before, before, email);
    },
    endWaits() {
      const isOver = "json_set(value, '$.endsAt', '2026-01-01T00:00:00.000Z')";
      change(`update verification set value = ${isOver} where identifier like 'two-factor-recovery:%'`);
    },
  };
}

let people = 0;

/** A user before the sign-up. */
export function newPerson(name: string): Person {
  people += 1;
  const id = `${name.toLowerCase()}_${people}`;
  return { name, email: `${id}@example.com`, username: id, password: "a few good words" };
}
