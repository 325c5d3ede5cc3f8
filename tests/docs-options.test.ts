import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { memory } from "@keyhold/adapter-memory";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { readConfig } from "../packages/core/src/startup/read-config.js";
import { optionsIn, pagesWithTables } from "../scripts/option-tables.js";
import { listedOptions } from "./harness/docs-options.js";

/** Compares the options on the pages with their declarations: each under its name, with its default. */

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

interface Declared {
  readonly option: string;
  /** The default in its comment, if it is a number or a boolean. */
  readonly standard: string | undefined;
}

/** The options of an interface with their dots, e.g. "session.cookieCache.enabled". */
function declaredOptions(path: string, name: string, sections = path): Declared[] {
  const text = path === sections ? read(path) : `${read(path)}\n${read(sections)}`;
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const interfaces = new Map(tree.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));
  const optionsOf = (members: ts.NodeArray<ts.TypeElement>): Declared[] =>
    members.flatMap((member) => {
      const option = member.name?.getText() ?? "";
      const inner = ts.isPropertySignature(member) ? membersOf(member.type) : undefined;
      if (inner) return optionsOf(inner).map((rest) => ({ ...rest, option: `${option}.${rest.option}` }));
      return [{ option, standard: /Default (true|false|\d+)\b/.exec(member.getFullText())?.[1] }];
    });
  const membersOf = (type: ts.TypeNode | undefined): ts.NodeArray<ts.TypeElement> | undefined => {
    if (type && ts.isTypeLiteralNode(type)) return type.members;
    return type && ts.isTypeReferenceNode(type) ? interfaces.get(type.typeName.getText())?.members : undefined;
  };
  const found = interfaces.get(name);
  if (!found) throw new Error(`${path} has no interface ${name}.`);
  return optionsOf(found.members);
}

const contract = "packages/core/src/contract";
const configOptions = (): Declared[] =>
  declaredOptions(`${contract}/config.ts`, "AuthConfig", `${contract}/config-sections.ts`);

const rows = listedOptions(read("docs/configuration.md"));

/** The value at the start of a default, e.g. of "`\"memory\"`, or …". */
const literalIn = (standard: string): unknown => {
  const literal = /^`([^`]*)`/.exec(standard)?.[1];
  return literal === undefined ? undefined : JSON.parse(literal.replace(/(\w+):/g, '"$1":'));
};

describe("docs/configuration.md", () => {
  test("lists every option of createAuth, once, and no other", () => {
    const options = configOptions().map(({ option }) => option);
    expect(options).toContain("session.cookieCache.enabled");
    expect(rows.map(({ option }) => option).sort()).toEqual(options.sort());
  });

  test("describes every option", () => {
    expect(rows.filter(({ text }) => text === "").map(({ option }) => option)).toEqual([]);
  });

  test("has the defaults of the settings", () => {
    const config = { secret: "for tests only: 0123456789abcdefghij", baseURL: "http://localhost", database: memory() };
    const { settings, configErrors } = readConfig(config);
    expect(configErrors).toEqual([]);
    const used = (option: string): unknown =>
      option.split(".").reduce<unknown>((found, key) => Object(found)[key], settings);
    // Options that the settings keep in another form: passed on, or used inside a function.
    const elsewhere = ["plugins", "trustedOrigins", "clientAddress.header", "clientAddress.ipv6Subnet"];
    const compared = rows.filter(({ option, standard }) => standard.startsWith("`") && !elsewhere.includes(option));
    expect(compared.length).toBeGreaterThan(25);
    const said = compared.map(({ option, standard }) => [option, literalIn(standard)]);
    expect(said).toEqual(compared.map(({ option }) => [option, used(option)]));
  });
});

const pages = pagesWithTables(root);
const tables = [...pages].flatMap(([page, text]) =>
  [...text.matchAll(/<!-- (\w+) of (\S+), written by npm run api -->/g)].map(([, name = "", file = ""]) => ({
    page,
    name,
    file,
  })),
);

/** The constants made by `defineOptions`, each with the interface of the same name. */
const defined = globSync("packages/*/src/**/options.ts", { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/^export const (\w+) = defineOptions</gm)].map(([, constant = ""]) => ({
    file,
    constant,
    name: constant.charAt(0).toUpperCase() + constant.slice(1),
  })),
);

describe("the tables of options", () => {
  test("are as the declarations say: after a change, run `npm run api`", () => {
    expect([...pages].filter(([page, text]) => text !== read(page)).map(([page]) => page)).toEqual([]);
  });

  test("are on a page for the options of each plugin", () => {
    expect(defined.length).toBeGreaterThan(8);
    const listed = tables.map(({ file, name }) => `${name} of ${file}`);
    expect(listed).toEqual(expect.arrayContaining(defined.map(({ file, name }) => `${name} of ${file}`)));
  });

  test.each(tables)("$page describes each option of $name", ({ name, file }) => {
    const bare = optionsIn(root, file, name).filter(({ text }) => text === "");
    expect(bare.map((option) => option.name)).toEqual([]);
  });

  test.each(defined)("of $name have the defaults of the code", async ({ file, name, constant }) => {
    const { [constant]: definition } = await import(join(root, file));
    const defaults = optionsIn(root, file, name).filter((option) => option.initial !== "required");
    expect(defaults.length).toBeGreaterThan(0);
    const used = (option: string): unknown =>
      option.split(".").reduce<unknown>((found, key) => Object(found)[key], definition.initial);
    const isLiteral = (value: unknown): boolean => typeof value === "boolean" || Number.isFinite(value);
    const compared = defaults.filter((option) => isLiteral(used(option.name)) || /^`["[\dtfn]/.test(option.initial));
    expect(compared.map((option) => [option.name, literalIn(option.initial)])).toEqual(
      compared.map((option) => [option.name, used(option.name)]),
    );
  });
});
