import type { EmailMessage } from "@keyhold/core";
import { afterEach, describe, expect, test } from "vitest";
import { type App, alice, type Changes, home, openApp, password } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { type RawServer, serve } from "../raw-server.js";

interface Scene {
  readonly app: App;
  readonly browser: Browser;
  readonly messages: readonly EmailMessage[];
}

async function open(changes: Changes = {}): Promise<Scene> {
  const messages: EmailMessage[] = [];
  const app = openApp({
    mail: (message) => void messages.push(message),
    user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } },
    ...changes,
  });
  return { app, browser: app.browser(), messages };
}

/** Every URL in an email or a response. */
const addressesIn = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(/[a-z][a-z0-9+.-]*:\/\/[^"\s]*/gi)].map(([address]) => address);

const poisons: readonly Readonly<Record<string, string>>[] = [
  { host: "evil.example" },
  { host: "localhost:3000, evil.example" },
  { "x-forwarded-host": "evil.example" },
  { "x-forwarded-host": "evil.example, localhost:3000" },
  { "x-forwarded-host": "evil.example/.." },
  { "x-forwarded-host": "evil.example@x" },
  { "x-forwarded-host": "[::1" },
  { "x-forwarded-host": "x\ty" },
  { "x-forwarded-host": "evil.".repeat(50) },
  { "x-forwarded-proto": "javascript", "x-forwarded-host": "evil.example" },
  { "x-forwarded-proto": "https,http" },
  { "x-forwarded-proto": "" },
  { "x-forwarded-port": "1", "x-forwarded-prefix": "/evil", "x-original-url": "/evil", "x-rewrite-url": "/evil" },
  { "x-host": "evil.example", "x-original-host": "evil.example", "x-http-host-override": "evil.example" },
  { forwarded: "host=evil.example;proto=javascript" },
];

describe.each([
  ["by default", {}],
  ["behind a proxy that is believed the caller's address", { clientAddress: { trustedProxies: 1 } }],
] as const)("no header changes a link (%s):", (_, changes) => {
  test.each(poisons)("%j", async (headers) => {
    const { app, browser, messages } = await open(changes);
    const answers = [
      await browser.post("/sign-up/email", { ...alice, callbackURL: "/welcome" }, { headers }),
      await browser.post("/send-verification-email", { email: alice.email }, { headers }),
      await browser.post("/forget-password", { email: alice.email, redirectTo: "/reset" }, { headers }),
      await browser.post("/sign-in/email", { ...alice, callbackURL: "/dash" }, { headers }),
      await browser.post("/delete-user", { password }, { headers }),
      await browser.post("/change-email", { newEmail: "new@example.com" }, { headers }),
      // Both tokens are invalid, so both redirect with an error.
      await browser.get("/reset-password/x?callbackURL=/reset", { headers }),
      await browser.get("/verify-email?token=x&callbackURL=/x", { headers }),
    ];
    await app.auth.idle();
    expect(messages.length).toBeGreaterThanOrEqual(4);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 302, 302]);
    for (const address of addressesIn(messages)) expect(new URL(address).origin).toBe(home);
    for (const { headers: given, text } of answers) {
      expect(`${given.get("location")}${text}`).not.toContain("evil");
      expect(new URL(given.get("location") ?? "/", home).origin).toBe(home);
    }
  });
});

describe("over a socket", () => {
  let server: RawServer | undefined;
  afterEach(() => server?.close());

  const body = JSON.stringify({ email: alice.email });
  const rest = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

  test.each([
    ["another host", `POST /api/auth/forget-password HTTP/1.1\r\nHost: evil.example\r\n${rest}`],
    [
      "a whole address of another host",
      `POST http://evil.example/api/auth/forget-password HTTP/1.1\r\nHost: x\r\n${rest}`,
    ],
    ["a path that looks like a host", `POST //evil.example/api/auth/forget-password HTTP/1.1\r\nHost: x\r\n${rest}`],
    ["two hosts", `POST /api/auth/forget-password HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n${rest}`],
    ["an empty host", `POST /api/auth/forget-password HTTP/1.1\r\nHost:\r\n${rest}`],
  ])("%s changes no link", async (_, request) => {
    const { app, browser, messages } = await open();
    await browser.post("/sign-up/email", alice);
    server = await serve(app);
    const answer = await server.send(request);
    await app.auth.idle();
    expect(answer.status).toBeLessThan(500);
    expect(answer.head + answer.body).not.toContain("evil");
    for (const address of addressesIn(messages)) expect(new URL(address).origin).toBe(home);
  });
});

test("a first request with a poisoned host does not affect the next one", async () => {
  const { app, browser, messages } = await open();
  await browser.get("/ok", { headers: { "x-forwarded-proto": "some:", "x-forwarded-host": "junk", host: "junk" } });
  expect((await browser.get("/ok")).text).toBe('{"ok":true}');
  await browser.post("/sign-up/email", alice);
  await app.auth.idle();
  expect(messages.map((message) => ("url" in message ? new URL(message.url).origin : ""))).toEqual([home]);
});
