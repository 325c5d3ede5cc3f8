import { readFileSync } from "node:fs";
import { join } from "node:path";
import { memory } from "@keyhold/adapter-memory";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { readConfig } from "../packages/core/src/startup/read-config.js";
import { listedOptions } from "./harness/docs-options.js";

/**
 * Compares the pages of configuration, social sign-in, organizations, webhooks, second factors and passkeys with the declarations of their
 * options: each under its name, with its default.
 */

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

/** The text of a section, up to the next section or the end of the page. */
const sectionOf = (page: string, heading: string): string =>
  new RegExp(`^## ${heading}\n([\\s\\S]*?)(?:^## |$(?![\\s\\S]))`, "m").exec(read(page))?.[1] ?? "";

describe("docs/social.md", () => {
  const section = sectionOf("docs/social.md", "Options");
  const [ofPlugin = "", ofProvider = ""] = section.split(/^Of every provider/m);
  const tables = [
    ["social()", ofPlugin, "packages/social/src/options.ts", "SocialOptions"],
    ["every provider", ofProvider, "packages/social/src/provider.ts", "ProviderOptions"],
  ] as const;

  test.each(tables)("lists every option of %s, once, and no other, with its default", (_, text, path, name) => {
    expectListed(text, path, name);
  });
});

describe("docs/organizations/options.md", () => {
  const section = sectionOf("docs/organizations/options.md", "Options");
  const [ofPlugin = "", ofTeams = ""] = section.split(/^Of \[`teams/m);

  test("lists every option of organization(), once, and no other, with its default", () => {
    expectListed(ofPlugin, "packages/organization/src/options.ts", "OrganizationOptions");
  });

  test("and every option of teams()", () => {
    expectListed(ofTeams, "packages/organization/src/teams/options.ts", "TeamsOptions");
  });
});

test("docs/billing/webhooks.md lists every option of the webhook of billing(), once, and no other, with its default", () => {
  const section = sectionOf("docs/billing/webhooks.md", "Options");
  expectListed(section, "packages/billing/src/options.ts", "WebhookOptions");
});

test.each([
  ["docs/two-factor.md", "packages/two-factor/src/options.ts", "TwoFactorOptions"],
  ["docs/passkeys.md", "packages/passkey/src/options.ts", "PasskeyOptions"],
])("%s lists every option of the plugin, once, and no other", (page, path, name) => {
  const section = sectionOf(page, "Set up");
  const declared = declaredOptions(path, name).map(({ option }) => option.split(".")[0]);
  expect(listedOptions(section).map(({ option }) => option)).toEqual([...new Set(declared)]);
});

/** The table has each option of an interface, with the default of its comment. */
function expectListed(text: string, path: string, name: string): void {
  const listed = listedOptions(text);
  const declared = declaredOptions(path, name);
  expect(declared.length).toBeGreaterThan(3);
  expect(listed.map(({ option }) => option)).toEqual(declared.map(({ option }) => option));
  expect(listed.filter((row) => row.text === "")).toEqual([]);
  const literals = listed.map(({ option, standard }) => ({
    option,
    standard: /^`(true|false|\d+)`/.exec(standard)?.[1],
  }));
  expect(literals).toEqual(declared);
}
