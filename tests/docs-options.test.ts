import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memory } from "@keyhold/adapter-memory";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { readConfig } from "../packages/core/src/read-config.js";

/** docs/configuration.md against packages/core/src/config.ts: every option, under its name, with its default. */

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The options of an interface of config.ts with their dots, e.g. "session.cookieCache.enabled". */
function declaredOptions(name: string): string[] {
  const tree = ts.createSourceFile("config.ts", read("packages/core/src/config.ts"), ts.ScriptTarget.Latest, true);
  const interfaces = new Map(tree.statements.filter(ts.isInterfaceDeclaration).map((node) => [node.name.text, node]));
  const optionsOf = (members: ts.NodeArray<ts.TypeElement>): string[] =>
    members.filter(ts.isPropertySignature).flatMap((member) => {
      const option = member.name.getText();
      const inner = membersOf(member.type);
      return inner ? optionsOf(inner).map((rest) => `${option}.${rest}`) : [option];
    });
  const membersOf = (type: ts.TypeNode | undefined): ts.NodeArray<ts.TypeElement> | undefined => {
    if (type && ts.isTypeLiteralNode(type)) return type.members;
    return type && ts.isTypeReferenceNode(type) ? interfaces.get(type.typeName.getText())?.members : undefined;
  };
  const found = interfaces.get(name);
  if (!found) throw new Error(`config.ts has no interface ${name}.`);
  return optionsOf(found.members);
}

interface Row {
  readonly option: string;
  /** As the page has it, e.g. "`false`" or "the clock". */
  readonly standard: string;
  readonly text: string;
}

/** The rows of the page's tables; "option of `session`" in a head stands before every name below it. */
function listedOptions(): Row[] {
  let group = "";
  return read("docs/configuration.md")
    .split("\n")
    .flatMap((line) => {
      const [, first = "", standard = "", text = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      const head = /^option(?: of `(\w+)`)?$/.exec(first);
      if (head) group = head[1] ? `${head[1]}.` : "";
      const option = /^`([\w.]+)`$/.exec(first)?.[1];
      return option === undefined ? [] : [{ option: group + option, standard, text }];
    });
}

const rows = listedOptions();

/** The value that a default begins with, e.g. of "`\"memory\"`, or …". */
const literalIn = (standard: string): unknown => {
  const literal = /^`([^`]*)`/.exec(standard)?.[1];
  return literal === undefined ? undefined : JSON.parse(literal.replace(/(\w+):/g, '"$1":'));
};

describe("docs/configuration.md", () => {
  test("lists every option that createAuth takes, once, and no other", () => {
    const options = declaredOptions("AuthConfig");
    expect(options).toContain("session.cookieCache.enabled");
    expect(rows.map(({ option }) => option).sort()).toEqual(options.sort());
  });

  test("says of every option what it is for", () => {
    expect(rows.filter(({ text }) => text === "").map(({ option }) => option)).toEqual([]);
  });

  test("gives the defaults that are used", () => {
    const config = { secret: "for tests only: 0123456789abcdefghij", baseURL: "http://localhost", database: memory() };
    const { settings, problems } = readConfig(config);
    expect(problems).toEqual([]);
    const used = (option: string): unknown =>
      option.split(".").reduce<unknown>((found, key) => Object(found)[key], settings);
    // What the settings keep in another form: an option that is handed on, or one that a function has swallowed.
    const elsewhere = ["plugins", "trustedOrigins", "clientAddress.header", "clientAddress.ipv6Subnet"];
    const compared = rows.filter(({ option, standard }) => standard.startsWith("`") && !elsewhere.includes(option));
    expect(compared.length).toBeGreaterThan(25);
    const said = compared.map(({ option, standard }) => [option, literalIn(standard)]);
    expect(said).toEqual(compared.map(({ option }) => [option, used(option)]));
  });
});
