import { createTestAuth } from "@keyhold/testing";
import { Elysia } from "elysia";
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { cors } from "hono/cors";
import { expect, test } from "vitest";
import { readBlocks } from "./harness/docs-blocks.ts";

const origin = "https://app.example.com";
const root = new URL("..", import.meta.url).pathname;

/** The names of the cookies that a sign-up sets. */
async function signUp(fetch: (request: Request) => Response | Promise<Response>): Promise<readonly string[]> {
  const answer = await fetch(
    new Request(`${origin}/api/auth/sign-up/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse battery" }),
    }),
  );
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf("=")));
}

/** Mounts the auth as the page for Hono does. */
function mountAsDocumented(app: Hono): void {
  const [server] = readBlocks(root, "docs/frameworks/hono.md");
  const route = /^app\.on\(.*?^\}?\);$/ms.exec(server?.code ?? "")?.[0] ?? "";
  new Function("app", "auth", "getConnInfo", route)(app, createTestAuth().auth, () => ({ remote: {} }));
}

const setTheme = async (context: Parameters<typeof setCookie>[0], next: () => Promise<void>): Promise<void> => {
  setCookie(context, "theme", "dark");
  await next();
};
const allow = cors({ origin, credentials: true });

// https://github.com/honojs/hono/issues/4992
test.each([
  ["cors() before it", [allow, setTheme], ["theme", "__Host-keyhold.session_token"]],
  ["cors() after it", [setTheme, allow], ["theme", "__Host-keyhold.session_token"]],
  ["no other middleware", [setTheme], ["__Host-keyhold.session_token"]],
])("Hono: a sign-up sets the session cookie after a middleware has set a cookie, with %s", async (_, before, names) => {
  const app = new Hono();
  app.use(...before);
  mountAsDocumented(app);
  expect(await signUp(app.fetch)).toEqual(names);
});

test("Elysia: a sign-up sets the session cookie after a hook has set a cookie", async () => {
  const { auth } = createTestAuth();
  const app = new Elysia()
    .onBeforeHandle(({ cookie }) => void cookie.theme?.set({ value: "dark" }))
    .all("/api/auth/*", ({ request }) => auth.handler(request), { parse: "none" });
  expect(await signUp(app.handle)).toEqual(["__Host-keyhold.session_token", "theme"]);
});
