import { createMarkdownRenderer } from "vitepress";
import { describe, expect, test } from "vitest";
import { choiceOf, choiceStyles, choices, packageManager } from "../src/choices.ts";
import { hasPackageManager, translateShell } from "../src/package-managers.ts";
import { readPages, root } from "../src/pages.ts";
import { tabs } from "../src/tabs.ts";

const pages = readPages();

describe("the commands of npm", () => {
  test.each([
    ["npm install", "pnpm install", "yarn install", "bun install"],
    ["npm install a b # or c", "pnpm add a b # or c", "yarn add a b # or c", "bun add a b # or c"],
    ["npm install --save-dev a", "pnpm add -D a", "yarn add -D a", "bun add -d a"],
    ["npm install -D --save-exact a", "pnpm add -D -E a", "yarn add -D -E a", "bun add -d --exact a"],
    ["npm uninstall a", "pnpm remove a", "yarn remove a", "bun remove a"],
    ["npm ci", "pnpm install --frozen-lockfile", "yarn install --immutable", "bun install --frozen-lockfile"],
    ["npm run dev", "pnpm run dev", "yarn run dev", "bun run dev"],
    ["npm run dev -- --port 1", "pnpm run dev --port 1", "yarn run dev --port 1", "bun run dev --port 1"],
    ["npm test", "pnpm test", "yarn test", "bun run test"],
    ["npx keyhold migrate", "pnpm exec keyhold migrate", "yarn keyhold migrate", "bunx keyhold migrate"],
    ["npx @keyhold/cli init", "pnpm dlx @keyhold/cli init", "yarn dlx @keyhold/cli init", "bunx @keyhold/cli init"],
    [
      "npm init -y && npm pkg set type=module",
      "pnpm init && pnpm pkg set type=module",
      "yarn init -y && npm pkg set type=module",
      "bun init -y && bun pm pkg set type=module",
    ],
    [
      "npm create vite@latest app -- --template react-ts",
      "pnpm create vite@latest app --template react-ts",
      "yarn create vite@latest app --template react-ts",
      "bun create vite@latest app --template react-ts",
    ],
    ["A=1 npx keyhold doctor", "A=1 pnpm exec keyhold doctor", "A=1 yarn keyhold doctor", "A=1 bunx keyhold doctor"],
    ["cat a | npx tsc", "cat a | pnpm exec tsc", "cat a | yarn tsc", "cat a | bunx tsc"],
    [
      "node server.ts # not npm run",
      "node server.ts # not npm run",
      "node server.ts # not npm run",
      "node server.ts # not npm run",
    ],
  ])("%s", (npm, pnpm, yarn, bun) => {
    expect(translateShell(npm, "npm")).toBe(npm);
    expect([translateShell(npm, "pnpm"), translateShell(npm, "yarn"), translateShell(npm, "bun")]).toEqual([
      pnpm,
      yarn,
      bun,
    ]);
  });

  test("stay as they are when one of them has no translation", () => {
    expect(translateShell("npm install a\nnpm view a", "pnpm")).toBeNull();
    expect(translateShell("npm install --global a", "bun")).toBeNull();
  });

  test("of every page have a translation: add a missing one to site/src/package-managers.ts", () => {
    const blocks = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/^```sh\b.*\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => ({ path, code })),
    );
    const commands = blocks.filter(({ code }) => hasPackageManager(code));
    expect(commands.length).toBeGreaterThan(15);
    expect(commands.filter(({ code }) => translateShell(code, "pnpm") === null)).toEqual([]);
  });
});

describe("tabs", async () => {
  const md = await createMarkdownRenderer(root, { config: tabs });
  const render = (text: string, env = {}): string => md.render(text, env);
  const block = (tab: string, code: string, language = "ts"): string =>
    `\`\`\`${language} tab="${tab}"\n${code}\n\`\`\`\n\n`;
  const panels = (html: string): readonly string[] =>
    [...html.matchAll(/class="panel" data-value="([^"]+)"/g)].map(([, value = ""]) => value);

  test("are made of a block with commands of npm, and the first one is npm", () => {
    const html = render("```sh\nnpm install a\n```\n");
    expect(panels(html)).toEqual(["npm", "pnpm", "yarn", "bun"]);
    expect(html).toContain('value="npm" checked');
    expect(html).toContain('role="radiogroup" aria-label="Package manager"');
    expect(render("```sh\necho hello\n```\n")).not.toContain("choice");
  });

  test("are made of blocks in a row, and the label before a block is left out", () => {
    const html = render(
      `**SQLite**\n\n${block("SQLite", "one")}**PostgreSQL**\n\n${block("PostgreSQL", "npm install pg", "sh")}${block("PostgreSQL", "two")}Text\n`,
    );
    expect(html).toContain('data-choice="database" data-values="sqlite postgresql"');
    expect(panels(html)).toEqual(["sqlite", "postgresql", "npm", "pnpm", "yarn", "bun"]);
    expect(html).not.toContain("<strong>");
    expect(html.match(/name="choice-\d+"/g)?.length).toBe(6);
    expect(new Set(html.match(/name="choice-\d+"/g)).size).toBe(2);
  });

  test("of two choices in a row are two groups", () => {
    const html = render(block("SQLite", "a") + block("MySQL", "b") + block("Express", "c") + block("Next.js", "d"));
    expect(html.match(/data-values="[^"]+"/g)).toEqual(['data-values="sqlite mysql"', 'data-values="express next-js"']);
  });

  test("are left to the commands of npm for the search", () => {
    expect(render("```sh\nnpm install a\n```\n", { isSearch: true })).not.toContain("pnpm");
  });

  test("with an unknown label fail the build", () => {
    expect(() => render(block("CP/M", "a"))).toThrow('The tab "CP/M" is no option');
    expect(choiceOf("Next.js").name).toBe("framework");
  });

  test("of every choice are on a page", () => {
    const shown = pages.flatMap(({ text }) => [...text.matchAll(/ tab="([^"]+)"/g)].map(([, tab]) => tab));
    const others = choices.filter((choice) => choice !== packageManager).flatMap(({ options }) => options);
    expect(others.filter((option) => !shown.includes(option))).toEqual([]);
  });

  test("of every page have their name before them, for readers of the Markdown", () => {
    const tabbed = pages.filter(({ text }) => text.includes(' tab="'));
    expect(tabbed.map(({ path }) => path)).toContain("getting-started.md");
    for (const { path, text } of tabbed) {
      const lines = text.split("\n");
      const unnamed = lines.filter((line, index) => {
        const tab = /^```\w+ tab="([^"]+)"/.exec(line)?.[1];
        if (tab === undefined || lines[index - 2] === `**${tab}**`) return false;
        // A further block of the same tab.
        return (
          lines[index - 2] !== "```" ||
          lines
            .slice(0, index)
            .findLast((before) => before.startsWith("```") && before !== "```")
            ?.includes(`tab="${tab}"`) !== true
        );
      });
      expect(unnamed, path).toEqual([]);
    }
  });

  test("have a style for each option", () => {
    expect(choiceStyles()).toContain(
      'html[data-database="mysql"] [data-choice="database"][data-values~="mysql"]>.panel{display:none}',
    );
  });
});
