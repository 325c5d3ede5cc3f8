import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { declaredRoutes, exportedNames } from "./entries.ts";

export const site = join(import.meta.dirname, "..");
const dist = join(site, "dist");
export const vitepress = join(site, "node_modules/vitepress/bin/vitepress.js");
const run = promisify(execFile);

/** Writes and builds the pages, or a sample of them (src/sample.ts). Answers what the build has printed. */
export async function buildSite(sample: readonly string[] | null): Promise<string> {
  const env = { ...process.env, ...(sample && { SITE_SAMPLE: sample.join(" ") }) };
  await run("node", [join(site, "src/write.ts")], { env });
  const { stdout, stderr } = await run("node", [vitepress, "build", site], { env });
  return stdout + stderr;
}

export const builtPages = (): readonly string[] =>
  globSync("**/*.html", { cwd: dist }).filter((file) => file !== "404.html");
export const read = (file: string): string => readFileSync(join(dist, file), "utf8");
export const isBuilt = (path: string): boolean => existsSync(join(dist, path));

const addressOf = (file: string): string => `/${file.replace(/(index)?\.html$/, "")}`;

/** What is true of all pages. */
export function testEveryPage(printed: () => string): void {
  test("has no warning and no error", () => {
    expect(printed()).toContain("build complete");
    expect(
      printed()
        .split("\n")
        .filter((line) => /warn|error|\(!\)/i.test(line)),
    ).toEqual([]);
  });

  test("has a target for every link, and for its anchor", () => {
    const files = builtPages();
    const anchors = new Map(
      files.map((file) => [addressOf(file), new Set([...read(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const broken = files.flatMap((file) =>
      [...read(file).matchAll(/ href="(\/[^"#]*|)(?:#([^"]*))?"/g)].flatMap(([, target = "", anchor = ""]) => {
        const address = target === "" ? addressOf(file) : target.replace(/\.html$/, "");
        const ids = anchors.get(address);
        const isThere = ids ? anchor === "" || ids.has(decodeURIComponent(anchor)) : isBuilt(address);
        return isThere ? [] : [`${file}: ${target}#${anchor}`];
      }),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(broken).toEqual([]);
  });

  test("has every exported name of every entry point", () => {
    const names = exportedNames();
    const missing = [...Map.groupBy(names, ({ folder }) => folder)].flatMap(([folder, ofPackage]) => {
      const html = read(`reference/${folder}.html`);
      return ofPackage.filter(({ name }) => !html.includes(` id="${name}"`));
    });
    expect(names.length).toBeGreaterThan(1500);
    expect(missing).toEqual([]);
  });

  test("has every route, and a link to each of its errors", () => {
    const html = read("reference/routes.html");
    const headings = new Set([...html.matchAll(/<h3 id="[^"]+"[^>]*>([^<]+) </g)].map(([, heading]) => heading));
    expect(declaredRoutes().filter((route) => !headings.has(route))).toEqual([]);
    expect(html.match(/<a href="\/errors\/[A-Z_]+"/g)?.length).toBeGreaterThan(500);
    expect(html.match(/\d{3} <code>[A-Z_]+<\/code>/g)).toBeNull();
  });
}
