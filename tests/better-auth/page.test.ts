import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as plugins from "better-auth/plugins";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { linkedOptions, listedOptions } from "../harness/docs-options.ts";
import type { Difference } from "./differences/difference.ts";
import { namesOf } from "./differences/in-sections.ts";
import { differences } from "./differences/index.ts";
import { movingPages } from "./moving-pages.ts";

/** docs/coming-from-better-auth.md: each of its rows has a test, and each option of better-auth 1.2.12 a row. */

const folder = join(import.meta.dirname, "../../docs");
const page = movingPages();
const [, described = "", ofNames = ""] = page.split(/^## (?:Differences|Options by name)$/m);

interface Row {
  readonly difference: string;
  readonly cells: readonly string[];
}

const rows: readonly Row[] = described.split("\n").flatMap((line) => {
  const [, difference = "", ...cells] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  const isRow = cells.length > 0 && difference !== "difference" && !difference.startsWith("---");
  return isRow ? [{ difference, cells: cells.slice(0, 3) }] : [];
});

const remedyOf = (row: string): string => rows.find(({ difference }) => difference === row)?.cells[2] ?? "";
const sectionsOf = ({ keep }: Difference): readonly string[] => (typeof keep === "object" ? namesOf(keep) : []);

/** True if an option, or a section of options, is in a table of that page or of the configuration. */
function isListed({ option, target }: { readonly option: string; readonly target: string }): boolean {
  const path = join(folder, target);
  if (!existsSync(path)) return false;
  const text = readFileSync(path, "utf8");
  if (target.endsWith("README.md")) return text.includes(`\`${option}\``);
  const listed = [...listedOptions(text), ...listedOptions(readFileSync(join(folder, "configuration.md"), "utf8"))];
  return listed.some((row) => row.option === option || row.option.startsWith(`${option}.`));
}

describe("docs/coming-from-better-auth.md", () => {
  test("has a row for every tested difference, and a test for every row", () => {
    expect(rows.map(({ difference }) => difference)).toEqual(differences.map(({ row }) => row));
  });

  test("has the old and the new behaviour of each, and the remedy if a test has one", () => {
    const said = rows.map(({ difference, cells }) => [difference, ...cells.map((cell) => cell !== "")]);
    expect(said).toEqual(differences.map(({ row, keep }) => [row, true, true, keep !== undefined]));
  });

  test("names the options of the tests as remedies", () => {
    const wrong = differences.flatMap((difference) =>
      linkedOptions(remedyOf(difference.row))
        .filter(({ option }) => typeof difference.keep === "object" && !isSetBy(difference, option))
        .map(({ option }) => [difference.row, option]),
    );
    expect(wrong).toEqual([]);
    const unnamed = differences.filter(({ row, keep }) => typeof keep === "object" && !remedyOf(row).includes("]("));
    expect(unnamed.map(({ row }) => row)).toEqual([]);
  });

  test("names only options listed on the linked page", () => {
    expect(linkedOptions(page).filter((linked) => !isListed(linked))).toEqual([]);
  });
});

describe("the missing features of the page", () => {
  const [, gaps = ""] = page.split(/^## Missing features$/m);
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const packages = readdirSync(join(folder, "../packages"));
  const names = [...gaps.matchAll(/`([\w.]+)(?:\(\))?(?:: [^`]+)?`/g)].map(([, name = ""]) => name);

  test("are many", () => {
    expect(names.length).toBeGreaterThan(20);
  });

  test("name no package of Keyhold", () => {
    // The plugin of better-auth makes an auth the provider of MCP servers; the package of that name serves these pages.
    const others = packages.filter((name) => name !== "mcp");
    const present = new Set(others.map((name) => plain(name.replace(/^adapter-/, ""))));
    // Another database than those of `adapter-sql`.
    const text = gaps.replaceAll("SQL Server", "");
    const words = [...names, ...[...text.matchAll(/\b[A-Z]\w+/g)].map(([word]) => word)];
    expect(words.filter((word) => present.has(plain(word)))).toEqual([]);
  });

  test("name no option that the configuration or the table of names has", () => {
    const left = [...ofNames.matchAll(/^\|([^|]+)\|/gm)].map(([, cell = ""]) => cell).join(" ");
    const named = new Set([...left.matchAll(/`([\w.]+)[^`]*`/g)].map(([, name = ""]) => name));
    const pages = [
      "configuration.md",
      "databases.md",
      "social.md",
      "organizations/options.md",
      "admin/options.md",
      "two-factor.md",
    ];
    const isThere = (option: string) => named.has(option) || pages.some((target) => isListed({ option, target }));
    expect(names.filter(isThere)).toEqual([]);
  });
});

const isSetBy = (difference: Difference, option: string): boolean =>
  sectionsOf(difference).some((name) => name.endsWith(`.${option}`));

/** The members of a type published by better-auth, as dotted paths. Functions and other types are leaves. */
function publishedOptions(name: string): readonly string[] {
  const types = join(import.meta.dirname, "node_modules/better-auth/dist");
  for (const path of globSync("{shared,plugins/*}/*.d.ts", { cwd: types })) {
    const source = readFileSync(join(types, path), "utf8");
    if (!source.includes(name)) continue;
    const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
    for (const node of tree.statements) {
      if (ts.isInterfaceDeclaration(node) && node.name.text === name) return optionsOf(node.members);
      if (!ts.isTypeAliasDeclaration(node) || node.name.text !== name) continue;
      if (ts.isTypeLiteralNode(node.type)) return optionsOf(node.type.members);
    }
  }
  throw new Error(`better-auth publishes no ${name}.`);
}

const optionsOf = (members: ts.NodeArray<ts.TypeElement>): readonly string[] =>
  members.flatMap((member) => {
    const option = member.name?.getText() ?? "";
    const type = ts.isPropertySignature(member) ? member.type : undefined;
    const inner = type && ts.isTypeLiteralNode(type) ? optionsOf(type.members).filter((rest) => rest !== "") : [];
    return inner.length === 0 ? [option] : inner.map((rest) => `${option}.${rest}`);
  });

describe("the options and plugins of better-auth 1.2.12", () => {
  const named = [...ofNames.matchAll(/`(\w[\w.]*)(?:\(\)|: [^`]+)?`/g)].map(([, name = ""]) => name);
  const isNamed = (option: string): boolean => named.some((name) => option === name || option.startsWith(`${name}.`));

  test.each([
    ["BetterAuthOptions", ["configuration.md"]],
    ["OrganizationOptions", ["organizations/options.md"]],
    ["AdminOptions", ["admin/options.md"]],
    ["UsernameOptions", ["../packages/username/README.md"]],
    ["ProviderOptions", ["social.md"]],
    ["TwoFactorOptions", ["two-factor.md"]],
    ["PasskeyOptions", ["passkeys.md"]],
  ] as const)("of %s: each is named, or has its name in Keyhold, too", (name, [target]) => {
    const options = publishedOptions(name);
    expect(options.length).toBeGreaterThan(3);
    expect(options.filter((option) => !isNamed(option) && !isListed({ option, target }))).toEqual([]);
  });

  test("of the plugins each is named", () => {
    const helpers =
      /^(create|optionsMiddleware|defaultKeyHasher|get|parseRoles|twoFactorClient|oAuthDiscoveryMetadata|with)/;
    const published = Object.entries(plugins).flatMap(([name, value]) =>
      typeof value === "function" && !helpers.test(name) ? [name] : [],
    );
    expect(published).toContain("twoFactor");
    expect(published.filter((name) => !page.includes(`\`${name}()\``))).toEqual([]);
  });
});
