import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { executablePath, sharedBrowser } from "../../tests/harness/chromium.ts";
import { buildSite, builtPages, read, site, testEveryPage } from "./built-site.ts";
import { firstAnswer } from "./first-answer.ts";
import { serveCompressed } from "./serve-compressed.ts";

/** The site as it is published: CI builds all pages, with colored code and a list of pages beside a few. */

let printed = "";
beforeAll(async () => {
  printed = await buildSite(null);
}, 900_000);

describe("every page of the whole site", () => {
  testEveryPage(() => printed);

  test("has the list of pages beside it, and colored code", () => {
    const pages = builtPages()
      .filter((file) => file !== "index.html")
      .map((file) => ({ file, html: read(file) }));
    const hasList = (html: string): boolean => /<aside class="VPSidebar[\s\S]*?href="\/getting-started"/.test(html);
    expect(pages.filter(({ html }) => !hasList(html)).map(({ file }) => file)).toEqual([]);
    const isPlain = (html: string): boolean => html.includes("<pre><code>");
    expect(pages.filter(({ html }) => isPlain(html)).map(({ file }) => file)).toEqual([]);
  });
});

describe.skipIf(!executablePath)("the search of the whole site on a slow phone", () => {
  test("has its first answer within two seconds of the first key", { timeout: 240_000 }, async () => {
    const served = await serveCompressed(join(site, "dist"));
    try {
      const times: number[] = [];
      for (const query of ["magic link", "protect a route", "invalid origin"])
        times.push(await firstAnswer(await sharedBrowser(), served.url, query));
      expect(times.toSorted((a, b) => a - b)[1]).toBeLessThan(2000);
    } finally {
      served.stop();
    }
  });
});
