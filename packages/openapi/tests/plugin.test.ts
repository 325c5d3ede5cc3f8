import { openApi, openApiDocument } from "@keyhold/openapi";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";

const open = (options: Parameters<typeof openApi>[0], baseURL = "https://app.example.com") =>
  createTestAuth({ plugins: [openApi(options)], config: { baseURL } });

describe("the routes of the plugin", () => {
  test("answer with the document as JSON, the same as openApiDocument", async () => {
    const { auth, browser } = open({ enabled: true, info: { version: "2.1.0" } });
    const answer = await browser.get("/open-api/generate-schema");
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(await answer.json()).toEqual(openApiDocument(auth, { info: { version: "2.1.0" } }));
  });

  test("answer with a page without scripts, and without files of any server", async () => {
    const { browser } = open({ enabled: true });
    const answer = await browser.get("/reference");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const page = await answer.text();
    expect(page).toContain('<article id="signInEmail"');
    expect(page).not.toMatch(/<script|<link|<img|src=|@import|url\(/);
  });

  test("have a page at the path of the option", async () => {
    const { browser } = open({ enabled: true, path: "/docs/api" });
    expect((await browser.get("/docs/api")).status).toBe(200);
    expect((await browser.get("/reference")).status).toBe(404);
  });

  test("escape what the app writes", async () => {
    const { browser } = open({ enabled: true, info: { title: '<img src="x">', description: "`<b>` & more" } });
    const page = await (await browser.get("/reference")).text();
    expect(page).toContain("<h1>&lt;img src=&quot;x&quot;&gt;</h1>");
    expect(page).toContain("<code>&lt;b&gt;</code> &amp; more");
  });
});

describe("without `enabled`", () => {
  test.each([
    ["http://localhost:3000", 200],
    ["http://app.localhost:3000", 200],
    ["http://127.0.0.1:3000", 200],
    ["https://app.example.com", 404],
    ["https://localhost.example.com", 404],
  ])("%s answers %i", async (baseURL, status) => {
    const { browser } = open({}, baseURL);
    expect((await browser.get("/reference")).status).toBe(status);
    expect((await browser.get("/open-api/generate-schema")).status).toBe(status);
  });

  test("false closes the routes on this machine, too", async () => {
    const { browser } = open({ enabled: false }, "http://localhost:3000");
    expect((await browser.get("/reference")).status).toBe(404);
  });
});

test("an invalid option is a config error", () => {
  expect(() => open({ enable: true } as object)).toThrow('"open-api": enable: there is no such option');
  expect(() => open({ path: "/docs/:page" })).toThrow('"open-api": path: must be a path without parameters');
  expect(() => open({ enabled: "yes" } as object)).toThrow('"open-api": enabled: must be true or false');
});
