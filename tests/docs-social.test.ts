import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Provider, ProviderOptions } from "@keyhold/social";
import { describe, expect, test } from "vitest";

/** docs/social.md and the pages of providers against their declarations. */

const root = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");
/** Configured by the app itself, so they have no row in the table. */
const generic: readonly string[] = ["oidc", "oauth2"];
const files = globSync("packages/social/src/providers/*.ts", { cwd: root }).map((path) => basename(path, ".ts"));
const ids = files.filter((id) => !generic.includes(id)).sort();

/** The export of a provider's file under its id. */
async function declarationOf(id: string): Promise<Provider["declaration"]> {
  const module: Readonly<Record<string, unknown>> = await import(`../packages/social/src/providers/${id}.ts`);
  const provide = module[id];
  if (typeof provide !== "function") throw new Error(`${id}.ts exports no function of that name.`);
  const options: ProviderOptions = { clientId: "client", clientSecret: "secret" };
  return provide(options).declaration;
}

/** The email verification of a provider, proven in packages/social/tests by the whole flow. */
function emailsOf(id: string): string {
  const found = /^ {2}emails: "(proven|unproven|none)",$/m.exec(read(`packages/social/tests/${id}.test.ts`))?.[1];
  if (!found) throw new Error(`packages/social/tests/${id}.test.ts does not say what it tells of addresses.`);
  return found;
}

interface Row {
  readonly name: string;
  /** Of the linked page. */
  readonly id: string;
  readonly address: string;
  readonly verified: string;
  readonly refreshTokens: string;
  readonly pkce: string;
  readonly idTokens: string;
}

const rows: readonly Row[] = read("docs/social.md")
  .split("\n")
  .flatMap((line) => {
    const [, first = "", ...cells] = line.split("|").map((cell) => cell.trim());
    const [, name, id] = /^\[(.+)\]\(social\/([\w-]+)\.md\)/.exec(first) ?? [];
    const [address = "", verified = "", refreshTokens = "", pkce = "", idTokens = ""] = cells;
    return name && id ? [{ name, id, address, verified, refreshTokens, pkce, idTokens }] : [];
  });

/** The pages of that folder about no single provider. */
const guides: readonly string[] = [
  "flow",
  "hooks",
  "id-tokens",
  "linking",
  "localhost",
  "migrate",
  "provider-tokens",
  "without-a-preset",
  "your-own",
];

const yes = (is: boolean): string => (is ? "yes" : "no");

describe("docs/social.md", () => {
  test("has a row for each provider, by name, and no other", () => {
    expect(rows.map(({ id }) => id).sort()).toEqual(ids);
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ name }) => name).sort((a, b) => a.localeCompare(b)));
  });

  test.each([
    "README.md",
    "docs/social.md",
    "docs/testing/social.md",
    "packages/social/package.json",
    "packages/testing/README.md",
  ])("%s counts the providers as they are", (path) => {
    const all = [...read(path).matchAll(/\b(\d+) (?:\[providers\]|providers)/g)].map(([, count]) => Number(count));
    const further = [...read(path).matchAll(/Apple and (\d+) more/g)].map(([, count]) => Number(count) + 3);
    expect(new Set([...all, ...further])).toEqual(new Set([ids.length]));
  });

  test.each(rows)("describes $name as its file declares", async ({ id, name, refreshTokens, pkce, idTokens }) => {
    const declaration = await declarationOf(id);
    expect(declaration).toMatchObject({ id, name });
    expect({ pkce, idTokens }).toEqual({
      pkce: yes(declaration.pkce !== false),
      idTokens: yes(declaration.idToken !== undefined),
    });
    expect(refreshTokens).not.toBe("");
    expect(refreshTokens === "no").toBe(declaration.refreshes === false);
  });

  test.each(rows)("describes the email addresses of $name as its test proves", ({ id, address, verified }) => {
    const emails = emailsOf(id);
    expect(address).toBe(yes(emails !== "none"));
    expect(verified).not.toBe("");
    expect(verified !== "no").toBe(emails === "proven");
  });

  test("names every id different from the page's name", () => {
    const other = rows.filter(({ id, name }) => id !== name.toLowerCase());
    for (const { id } of other) expect(read("docs/social.md")).toMatch(new RegExp(`social/${id}\\.md\\), \`${id}\``));
  });
});

describe("the page of", () => {
  test.each([...ids, ...generic])("%s names its callback URL, shows its import, and leads back", (id) => {
    expect(existsSync(join(root, `docs/social/${id}.md`))).toBe(true);
    const page = read(`docs/social/${id}.md`);
    const callback = generic.includes(id) ? "acme" : id;
    expect(page).toContain(`https://your.app/api/auth/callback/${callback}`);
    expect(page).toContain(`from "@keyhold/social/${id}"`);
    expect(page).toContain("[All providers](../social.md)");
  });

  test.each(ids)("%s describes development, scopes, email addresses and refresh tokens", async (id) => {
    const page = read(`docs/social/${id}.md`);
    expect(page).toMatch(/^- In development: /m);
    const { scopes } = await declarationOf(id);
    expect(scopes.filter((scope) => !page.includes(`\`${scope}\``))).toEqual([]);
    expect(page).toContain("**Address**");
    expect(page).toContain("**Refresh tokens**");
  });

  test("has a provider file for every page", () => {
    const pages = globSync("docs/social/*.md", { cwd: root }).map((path) => basename(path, ".md"));
    expect(pages.filter((page) => !files.includes(page) && !guides.includes(page))).toEqual([]);
  });
});
