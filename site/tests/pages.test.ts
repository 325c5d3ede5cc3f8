import { describe, expect, test } from "vitest";
import { leadsSomewhere } from "../../tests/harness/docs-links.ts";
import { anchorOf } from "../src/anchor.ts";
import { readContents } from "../src/contents.ts";
import { llmsText } from "../src/llms.ts";
import { readPages, root } from "../src/pages.ts";
import { repository } from "../src/project.ts";
import { showSequence } from "../src/sequence.ts";
import { showPage } from "../src/show.ts";

const pages = readPages();
const sections = readContents(pages);

describe("the list of pages", () => {
  test("leads to every page of docs/, directly or below a page of its name", () => {
    const reached = new Set(
      sections.flatMap(({ entries }) => entries.flatMap(({ path, below }) => [path, ...below.map(({ path }) => path)])),
    );
    expect(pages.filter(({ path }) => path !== "README.md" && !reached.has(path)).map(({ path }) => path)).toEqual([]);
  });

  test("is in llms.txt, with a sentence for each guide", () => {
    const text = llmsText("One sentence.", sections);
    expect(text).toContain("- [Getting started](/getting-started.md): ");
    expect(text).toContain("- [Social sign-in: Google](/social/google.md)");
    expect(text.match(/^## .+$/gm)).toEqual(sections.map(({ title }) => `## ${title}`));
  });
});

describe("a page on the site", () => {
  const show = (text: string, path = "social/google.md"): string =>
    showPage({ path, text, title: "A page" }, "https://host.example/repository");

  test("links to other pages by their address on the site", () => {
    expect(show("[a](../users.md#links-in-emails) [b](#here) [c](../README.md)")).toBe(
      "[a](/users.md#links-in-emails) [b](#here) [c](/pages.md)",
    );
  });

  test("links to the source at the host of the repository", () => {
    expect(show("[a](../../packages/core/src/entries/index.ts) [b](../../packages/core)")).toBe(
      "[a](https://host.example/repository/blob/main/packages/core/src/entries/index.ts) [b](https://host.example/repository/tree/main/packages/core)",
    );
  });

  test("names the file of its code, and leaves code as it is", () => {
    const code = "```ts\nconst link = '[a](../b.md)';\n```";
    expect(show(`Text\n\n${code}\n`)).toBe(`Text\n\n${code}\n`);
    expect(show('```ts title="examples/a.ts"\nconst a = 1;\n```\n')).toBe(
      "::: code-group\n\n```ts [examples/a.ts]\nconst a = 1;\n```\n:::\n",
    );
  });

  test("has a picture for light and one for dark", () => {
    const html = show(
      '<picture>\n  <source media="(prefers-color-scheme: dark)" srcset="images/a-dark.jpg">\n  <img alt="A" src="images/a.jpg" width="1" height="1">\n</picture>\n',
    );
    expect(html.match(/(?:class|src)="[^"]+"/g)).toEqual([
      'class="only-light"',
      'src="/images/a.jpg"',
      'class="only-dark"',
      'src="/images/a-dark.jpg"',
    ]);
  });

  test("has the anchors of the repository's host", () => {
    expect(["Who may call", "`auth.transaction`: calls", "1. Install"].map(anchorOf)).toEqual([
      "who-may-call",
      "authtransaction-calls",
      "1-install",
    ]);
    expect(leadsSomewhere(`${root}/docs/getting-started.md`, "#1-install")).toBe(true);
  });
});

test("the address of the repository has no part of git", () => {
  expect(repository).toMatch(/^https:\/\/[^+]+[^.git]$/);
});

describe("a sequence diagram", () => {
  test("is a list of its steps, with sender and receiver", () => {
    const html = showSequence(
      "sequenceDiagram\nparticipant A as Browser\nparticipant B as Server\nA->>B: `POST /x` & <more>\nNote over B: think\nB-->>A: done\n",
    );
    expect(html.replace(/ style="[^"]*"/g, "")).toBe(
      '<div class="sequence"><div class="actors" aria-hidden="true"><span>Browser</span><span>Server</span></div><ol>' +
        '<li class="message right"><span class="who">Browser to Server: </span><code>POST /x</code> &amp; &lt;more></li>' +
        '<li class="note"><span class="who">Server: </span>think</li>' +
        '<li class="message left answer"><span class="who">Server to Browser: </span>done</li></ol></div>',
    );
  });

  test("that the site cannot show fails the build", () => {
    expect(() => showSequence("flowchart LR\n")).toThrow('sequence diagrams only, not "flowchart LR"');
    expect(() => showSequence("sequenceDiagram\nA->>B: hello\n")).toThrow('no participant "A"');
    expect(() => showSequence("sequenceDiagram\nloop ever\n")).toThrow("cannot show this line of a diagram: loop ever");
  });
});
