import { describe, expect, test } from "vitest";
import { sharedBrowser } from "../../../tests/harness/chromium.ts";
import { enterAs } from "./shop-screens.ts";
import { figuresOf, type MeasuredPath, measuredPages } from "./speed.ts";
import { executablePath, heading, newUser, setUp, signUp } from "./test-user.ts";

const rootOf = (html: string): string => /<div id="root"[\s\S]*<\/div>/.exec(html)?.[0] ?? "";

describe.skipIf(!executablePath)("the HTML of the server", () => {
  const visitor = setUp();

  test("has the first screen for visitors, and no other screen", async () => {
    const page = await visitor.visit("/");
    const [first, signIn] = await Promise.all(
      ["/", "/sign-in"].map(async (path) => rootOf(await (await page.request.get(path)).text())),
    );
    expect(first).toContain("Sign-in that lives in your own app</h1>");
    expect(first).toContain("Look around as a merchant");
    expect(signIn).toBe('<div id="root"></div>');
  });

  test("has the dashboard for members of the merchant, without the token of the session", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    const response = await page.request.get("/shop");
    const html = await response.text();
    expect(response.headers()["cache-control"]).toBe("no-store");
    expect(response.headers().vary).toContain("cookie");
    expect(html).toContain("Dashboard</h1>");
    expect(html).toContain("Newest orders</h2>");
    const cookies = await page.context().cookies();
    const [token = ""] = decodeURIComponent(
      cookies.find(({ name }) => name.endsWith("session_token"))?.value ?? "",
    ).split(".");
    expect(token).not.toBe("");
    expect(html).not.toContain(token);
  });

  test("has no dashboard for other users and for visitors", async () => {
    const page = await visitor.visit("/");
    const asVisitor = rootOf(await (await page.request.get("/shop")).text());
    await signUp(page, newUser());
    const asUser = rootOf(await (await page.request.get("/shop")).text());
    const home = rootOf(await (await page.request.get("/")).text());
    expect([asVisitor, asUser, home]).toEqual(Array.from({ length: 3 }, () => '<div id="root"></div>'));
  });

  test("has numbers and days in the language of the browser, which continues with them", async () => {
    const page = await visitor.visit("/", { locale: "de-DE" });
    await enterAs(page, "merchant");
    const html = await (await page.request.get("/shop", { headers: { "accept-language": "de-DE,de;q=0.9" } })).text();
    expect(html).toMatch(/\d,\d\d\s€/);
    await page.reload();
    await heading(page, "Dashboard");
    await page.locator(".shop-chart .bar").first().waitFor();
    expect(await page.locator(".shop-figure .value").first().textContent()).toMatch(/\d,\d\d\s€/);
  });

  test("keeps a name that looks like a date, and markup in a name", async () => {
    const page = await visitor.visit("/");
    await enterAs(page, "merchant");
    const name = '2024-01-01T00:00:00.000Z"><script>';
    await page.goto("/account/profile");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: /2024-01-01/ }).waitFor();
    await page.goto("/shop");
    await page.locator(".shop-chart .bar").first().waitFor();
    await page.getByRole("button", { name: /2024-01-01/ }).waitFor();
  });

  /** Bytes with headers, and requests, from an empty cache until no request follows. */
  const budgets: Readonly<Record<MeasuredPath, { readonly bytes: number; readonly requests: number }>> = {
    "/": { bytes: 255_000, requests: 10 },
    "/shop": { bytes: 305_000, requests: 16 },
  };

  test.each(Object.keys(measuredPages) as MeasuredPath[])(
    "keeps the layout of %s, and its bytes and requests",
    async (path) => {
      const real = await figuresOf(await sharedBrowser(), visitor.demo, path, { isSlow: false });
      expect(real.shift).toBeLessThan(0.01);
      expect(real.bytes).toBeLessThan(budgets[path].bytes);
      expect(real.requests).toBeLessThanOrEqual(budgets[path].requests);
    },
  );
});
