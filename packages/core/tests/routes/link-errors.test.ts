import { describe, expect, test } from "vitest";
import { alice, home } from "../../../../tests/harness/app.ts";
import { type MailApp, openMailApp, signUp, tokenIn } from "../emails.js";

const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** How a browser sends a navigation: with and without fetch metadata. */
const people: readonly Readonly<Record<string, string>>[] = [
  { accept: html, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "cross-site" },
  { accept: html },
  { accept: "TEXT/HTML" },
  { accept: "*/*", "sec-fetch-mode": "navigate" },
];
const programs: readonly Readonly<Record<string, string>>[] = [
  { accept: "application/json", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", "sec-fetch-site": "same-origin" },
  { accept: "application/json" },
  { accept: "*/*" },
  {},
];

/** Links without a `callbackURL` that are no longer valid, and their errors. */
const links: readonly (readonly [
  what: string,
  status: number,
  code: string,
  open: (app: MailApp) => Promise<string>,
])[] = [
  [
    "an expired verification",
    401,
    "TOKEN_EXPIRED",
    async (app) => {
      await signUp(app, alice);
      const token = await tokenIn(app, "verify-email");
      app.wait(3600);
      return `/verify-email?token=${token}`;
    },
  ],
  ["an invalid verification", 401, "INVALID_TOKEN", async () => "/verify-email?token=x"],
  ["a verification without a token", 400, "VALIDATION_ERROR", async () => "/verify-email"],
  ["a deletion without a session", 404, "FAILED_TO_GET_USER_INFO", async () => "/delete-user/callback?token=x"],
  ["a reset without a page", 400, "VALIDATION_ERROR", async () => "/reset-password/x"],
  [
    "a reset with a foreign page",
    403,
    "INVALID_CALLBACKURL",
    async () => "/reset-password/x?callbackURL=https%3A%2F%2Fevil.example",
  ],
];

describe.each(links)("%s", (_, status, code, open) => {
  test("shows a person the error page", async () => {
    const app = openMailApp();
    const link = await open(app);
    for (const headers of people) {
      const answer = await app.browser().get(link, { headers });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        `${home}/api/auth/error?error=${code.toLowerCase()}`,
      ]);
      expect(answer.cookies).toEqual([]);
    }
  });

  test("answers a program JSON", async () => {
    const app = openMailApp();
    const link = await open(app);
    for (const headers of programs) {
      const answer = await app.browser().get(link, { headers });
      expect([answer.status, answer.body?.code]).toEqual([status, code]);
      expect(answer.headers.get("location")).toBe(null);
    }
  });
});

test("an expired link shows a person the app's own error page, if there is one", async () => {
  const app = openMailApp({ errorURL: "/problem" });
  const answer = await app.browser().get("/verify-email?token=x", { headers: { accept: html } });
  expect(answer.headers.get("location")).toBe(`${home}/problem?error=invalid_token`);
});

test("an expired link shows a person no error of the server as JSON: too many visits", async () => {
  const app = openMailApp({ rateLimit: { enabled: true, wrongPasswords: false } });
  const browser = app.browser();
  const visit = () => browser.get("/verify-email?token=x", { headers: { accept: html } });
  for (let visits = 1; visits <= 20; visits += 1) await visit();
  expect((await visit()).headers.get("location")).toBe(`${home}/api/auth/error?error=too_many_requests`);
});

test.each([
  ["token_expired", "This link has expired. Please ask for a new one."],
  ["unauthorized", "Please sign in first, and then open this link again."],
  ["failed_to_get_user_info", "Please sign in first, and then open this link again."],
  ["invalid_token", "This link is not valid any more. Please ask for a new one."],
])("the error page says what to do about %s", async (error, sentence) => {
  const { text } = await openMailApp().browser().get(`/error?error=${error}`);
  expect(text).toContain(`<p>${sentence}</p>`);
  expect(text).toContain(`<code id="errorCode">${error}</code>`);
});
