import { memory } from "@keyhold/adapter-memory";
import type { LogEntry } from "@keyhold/core";
import { hashNewPassword, type PasswordVerifier } from "@keyhold/core/passwords";
import { coreErrors, definePlugin, endpointsFor, ok, type PluginTypes } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { intercept } from "@keyhold/testing/faults";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { parallelHashes } from "#password";
import { type App, alice, openApp, password, replacePasswordHash, userByEmail } from "../../../../tests/harness/app.ts";
import { type RawAnswer, type RawServer, serve } from "../raw-server.js";

const mallory = { ...alice, email: "mallory@example.com" };

/** A running password check; the test ends it. */
interface OpenCheck {
  readonly stored: string;
  end(): void;
}

interface Stage {
  readonly app: App;
  /** The checks that have begun, in order. */
  readonly begun: OpenCheck[];
  signIn(ipAddress: string, person: { readonly email: string }): Promise<RawAnswer>;
  /** Resolves when this many sign-ins have read the stored hash, and wait for their turn. */
  haveArrived(count: number): Promise<void>;
  /**
   * Ends the checks in turn until that user's check has begun; answers how many began before, including those that
   * ran.
   */
  serveUntil(user: string): Promise<number>;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

let server: RawServer | undefined;
/** Ends every check, including those that begin later. */
let endAll: (() => void) | undefined;
afterEach(async () => {
  // All auths of the process share the queue.
  endAll?.();
  await server?.close();
});

/** An app with two users behind a proxy; the test ends the checks of their passwords. */
async function open(): Promise<Stage> {
  const begun: OpenCheck[] = [];
  let areEnding = false;
  let arrived = 0;
  const gated: PasswordVerifier = {
    name: "gated",
    recognises: (stored) => stored.startsWith("gated:"),
    verify: (stored, given) =>
      new Promise((resolve) => {
        const check = { stored, end: () => resolve(given === password) };
        begun.push(check);
        if (areEnding) check.end();
      }),
  };
  const database = intercept(memory(), {
    async verb({ verb, model }, run) {
      const found = await run();
      if (verb === "find" && model === "account") arrived += 1;
      return found;
    },
  });
  const app = openApp({
    database,
    clientAddress: { trustedProxies: 1 },
    // The test ends the checks: no measured duration makes a call fail.
    emailAndPassword: { passwordVerifiers: [gated], passwordQueueSeconds: 60 },
  });
  for (const person of [alice, mallory]) {
    await app.browser().post("/sign-up/email", person);
    await replacePasswordHash(app, (await userByEmail(app, person.email)).id, `gated:${person.email}`);
  }
  arrived = 0;
  const served = await serve(app);
  server = served;
  endAll = () => {
    areEnding = true;
    for (const { end } of begun) end();
  };
  return {
    app,
    begun,
    signIn(ipAddress, { email }) {
      const body = JSON.stringify({ email, password: email === alice.email ? password : "a wrong password" });
      const head = `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: ${ipAddress}\r\n`;
      return served.send(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    },
    async haveArrived(count) {
      while (arrived < count) await settle();
      await settle();
    },
    async serveUntil(user) {
      for (let ended = 0; ; ended += 1) {
        const place = begun.findIndex(({ stored }) => stored === `gated:${user}`);
        if (place !== -1) return place;
        begun[ended]?.end();
        await settle();
      }
    },
  };
}

describe("an endpoint of a plugin that hashes a password", () => {
  const declare = endpointsFor<unknown, typeof coreErrors>(coreErrors);
  const hash = (isDeclared: boolean) =>
    declare({
      route: "POST /test/hash",
      access: "public",
      doc: "Hashes a password.",
      input: z.object({}),
      output: z.object({ hash: z.string() }),
      errors: ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_TOO_COMMON"],
      ...(isDeclared ? { hashes: true } : {}),
      handle: async ({ ctx, caller }) => {
        const person = { email: alice.email, name: alice.name };
        return ok({ hash: await hashNewPassword(ctx, { password, person, caller }) });
      },
    });
  interface HashTypes extends PluginTypes {
    readonly endpoints: { readonly test: { readonly hash: ReturnType<typeof hash> } };
  }
  const openPlugin = (isDeclared: boolean) => {
    const logged: LogEntry[] = [];
    const plugin = definePlugin<HashTypes>({ id: "test", endpoints: { test: { hash: hash(isDeclared) } } });
    const { auth, browser } = createTestAuth({
      plugins: [plugin],
      config: { log: (entry) => void logged.push(entry) },
    });
    return { auth, browser, logged };
  };

  test("gets its hash if it declares so", async () => {
    const { auth } = openPlugin(true);
    expect(await auth.api.test.hash()).toEqual({ hash: expect.stringContaining("$") });
  });

  test("fails if it does not: its calls would escape the limit per network", async () => {
    const { auth, browser, logged } = openPlugin(false);
    expect((await browser.post("/test/hash", {})).status).toBe(500);
    expect(logged).toEqual([expect.objectContaining({ cause: expect.stringContaining("property hashes") })]);
    await expect(auth.api.test.hash()).rejects.toThrow("property hashes");
  });
});

describe("while a flood waits for its passwords to be hashed", () => {
  const flood = 110;

  test.each<[string, (index: number) => string]>([
    ["110 networks of one /48", (index) => `2001:db8:1:${index.toString(16)}::1`],
    ["one network", (index) => `2001:db8:1:2::${index.toString(16)}`],
    ["110 addresses of one IPv4 /24", (index) => `203.0.113.${index + 1}`],
  ])("of %s, another address is served next, and does not fail", async (_, addressOf) => {
    const stage = await open();
    const flooding = Array.from({ length: flood }, (_, index) => stage.signIn(addressOf(index), mallory));
    await stage.haveArrived(flood);
    const owner = stage.signIn("198.51.100.7", alice);
    await stage.haveArrived(flood + 1);
    // Besides the running checks, at most one turn of the flood is before the owner.
    expect(await stage.serveUntil(alice.email)).toBeLessThanOrEqual(parallelHashes + 1);
    endAll?.();
    expect((await owner).status).toBe(200);
    expect(new Set((await Promise.all(flooding)).map(({ status }) => status))).toEqual(new Set([401]));
  });
});
