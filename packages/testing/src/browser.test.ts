import { expect, it } from "vitest";
import { createBrowser } from "./browser.js";
import { createClock } from "./clock.js";

const clock = createClock();

/** Answers the data of the request. */
const echo = {
  handler: async (request: Request, connection?: { readonly ipAddress?: string }): Promise<Response> => {
    const { method, url } = request;
    const headers = { "set-cookie": "seen=yes; Path=/; Max-Age=60; Secure" };
    const asked = { method, url, sent: Object.fromEntries(request.headers), body: await request.text(), ...connection };
    return Response.json(asked, { headers });
  },
};
const open = () => createBrowser(echo, { baseURL: "https://app.example.com", ipAddress: "192.0.2.1", now: clock.now });

it("posts JSON to a path of the auth, with the origin of its page", async () => {
  const asked = await (await open().post("/sign-in/email", { email: "a" })).json();
  expect(asked).toMatchObject({
    method: "POST",
    url: "https://app.example.com/api/auth/sign-in/email",
    body: '{"email":"a"}',
    ipAddress: "192.0.2.1",
    sent: { origin: "https://app.example.com", "content-type": "application/json" },
  });
});

it("gets with a query, and without an origin", async () => {
  const asked = await (await open().get("/get-session", { a: "1&2" })).json();
  expect(asked.url).toBe("https://app.example.com/api/auth/get-session?a=1%262");
  expect(asked.sent.origin).toBeUndefined();
});

it("sends the cookies of earlier responses until they expire", async () => {
  const browser = open();
  expect((await (await browser.get("/ok")).json()).sent.cookie).toBeUndefined();
  expect((await (await browser.get("/ok")).json()).sent.cookie).toBe("seen=yes");
  expect(browser.headers().get("cookie")).toBe("seen=yes");
  clock.forward({ minutes: 1 });
  expect((await (await browser.get("/ok")).json()).sent.cookie).toBeUndefined();
});

it("sends a whole URL, another origin, a request, and cookies of the test", async () => {
  const browser = open();
  await browser.get("/ok");
  const request = new Request("https://app.example.com/x", {
    method: "POST",
    body: "raw",
    headers: { origin: "https://evil.example", cookie: "own=1" },
  });
  const asked = await (await browser.fetch(request)).json();
  expect(asked).toMatchObject({
    url: "https://app.example.com/x",
    body: "raw",
    sent: { origin: "https://evil.example", cookie: "own=1; seen=yes" },
  });
});

it("follows the link of an email, and presses the button if a page has one", async () => {
  const asked: string[] = [];
  const form =
    '<form method="post" action="/api/auth/x?a&amp;b">\n<input type="hidden" name="token" value="&quot;t&#39;">\n';
  const pages: Readonly<Record<string, string>> = { "GET /asks": form, "GET /tells": "<h1>Done</h1>" };
  const auth = {
    handler: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      asked.push(`${request.method} ${pathname}${search} ${await request.text()}`);
      const html = pages[`${request.method} ${pathname}`];
      return html ? new Response(html, { headers: { "content-type": "text/html" } }) : Response.json("told");
    },
  };
  const browser = createBrowser(auth, { baseURL: "https://app.example.com" });
  expect(await (await browser.follow("https://app.example.com/asks")).json()).toBe("told");
  expect(asked.splice(0)).toEqual(["GET /asks ", "POST /api/auth/x?a&b token=%22t%27"]);
  expect(await (await browser.follow(new URL("https://app.example.com/tells"))).text()).toBe("<h1>Done</h1>");
  expect(await (await browser.follow("/json")).json()).toBe("told");
  expect(asked).toEqual(["GET /tells ", "GET /api/auth/json "]);
});
