import { beforeEach, describe, expect, test } from "vitest";
import { type App, alice, openApp } from "../../../../tests/harness/app.ts";
import type { Browser } from "../../../../tests/harness/browser.ts";
import { signedCookie } from "../../../../tests/harness/signatures.ts";

let app: App;
let browser: Browser;

beforeEach(async () => {
  app = openApp();
  browser = app.browser();
  await browser.post("/sign-up/email", alice);
});

const readWith = (headers: Record<string, string>) => app.browser().get("/get-session", { headers });

describe("a malformed cookie header counts as absent:", () => {
  test.each([
    "keyhold.session_token=%",
    "keyhold.session_token=%ZZ",
    "keyhold.session_token=%E0%A4%A",
    "keyhold.session_token=%00",
    "keyhold.session_token=",
    "keyhold.session_token",
    "keyhold.session_token==",
    "keyhold.session_token=.",
    `keyhold.session_token=${"A".repeat(43)}=`,
    "=",
    "=;",
    ";;;",
    ";",
    " ",
    "\t",
    ",",
    "__proto__=x; constructor=y; toString=z",
    `keyhold.session_token=${"x".repeat(8192)}`,
    Array.from({ length: 200 }, (_, index) => `c${index}=${index}`).join("; "),
    "keyhold.session_token=\u00ff\u00fe",
    'keyhold.session_token="quoted"',
  ])("%s", async (cookie) => {
    const answer = await readWith({ cookie });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("null");
  });
});

test("a right cookie is found among two hundred others", async () => {
  const others = Array.from({ length: 200 }, (_, index) => `c${index}=${index}`).join("; ");
  const answer = await readWith({ cookie: `${others};${browser.cookieHeader()}; last=1` });
  expect(answer.body?.user).toMatchObject({ email: alice.email });
});

test("a wrong cookie is cleared", async () => {
  const answer = await readWith({ cookie: "keyhold.session_token=wrong" });
  expect(answer.cookies.map((cookie) => cookie.attributes.get("max-age"))).toEqual(["0", "0", "0"]);
});

describe("an authorization header is ignored:", () => {
  test.each(["Bearer %", "Bearer %A", "Bearer %ZZ", "Bearer", "Bearer ", "Basic", "Basic Og==", "Negotiate", "\u00ff"])(
    "%s",
    async (authorization) => {
      expect((await readWith({ authorization })).text).toBe("null");
    },
  );

  test.each(["Bearer ", "bearer\t", "Basic ", ""])("%j and a token", async (scheme) => {
    const [token = ""] = browser.sessionCookie.split(".");
    const signed = decodeURIComponent(signedCookie(token).split("=")[1] ?? "");
    expect((await readWith({ authorization: `${scheme}${token}` })).text).toBe("null");
    expect((await readWith({ authorization: `${scheme}${signed}` })).text).toBe("null");
  });
});

describe("a request with", () => {
  test.each([
    ["an invalid referer", { referer: "%%%" }],
    ["an invalid origin", { origin: "%%%" }],
    ["an invalid length", { "content-length": "many" }],
    ["a negative length", { "content-length": "-1" }],
    ["an endless length", { "content-length": "1e999" }],
    ["an invalid accept header", { accept: "\u00ff" }],
    ["an unknown encoding", { "content-encoding": "br, gzip, x" }],
  ])("%s is answered", async (_, headers) => {
    expect((await browser.post("/sign-out", {}, { headers })).status).toBeLessThan(500);
  });
});
