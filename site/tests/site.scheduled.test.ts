import { beforeAll, describe, expect, test } from "vitest";
import { buildSite, builtPages, read, testEveryPage } from "./built-site.ts";

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
