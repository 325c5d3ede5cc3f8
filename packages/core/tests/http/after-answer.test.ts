import { expect, test } from "vitest";
import { alice, home } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { openMailApp, prove, signUp } from "../emails.js";

const bob = { ...alice, email: "bob@example.com" };

test.each<[path: string, body: object, kind: string, person?: typeof alice]>([
  ["/forget-password", { email: alice.email }, "reset-password"],
  ["/request-password-reset", { email: alice.email }, "reset-password"],
  ["/send-verification-email", { email: bob.email }, "verify-email", bob],
  ["/change-email", { newEmail: "alice@new.example" }, "confirm-email-change"],
])(
  "POST %s sends no email and emits no event before its response is ready, so that its duration reveals no account",
  async (path, body, kind, person = alice) => {
    const app = openMailApp({ user: { changeEmail: { enabled: true } }, emailVerification: { sendOnSignUp: false } });
    for (const person of [alice, bob]) await signUp(app, person);
    await prove(app, alice.email);
    const browser: Browser = app.browser();
    await browser.post("/sign-in/email", person);
    await app.auth.idle();
    const sentBefore = app.mailbox.messages.length;
    app.events.length = 0;

    const headers = { origin: home, "content-type": "application/json", cookie: browser.cookieHeader() };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await app.auth.handler(new Request(`${home}/api/auth${path}`, init));
    expect(response.status).toBe(200);
    expect(app.mailbox.messages.length).toBe(sentBefore);
    expect(app.events).toEqual([]);
    await app.auth.idle();
    expect(app.mailbox.messages.slice(sentBefore).map((message) => message.kind)).toEqual([kind]);
  },
);
