import type { MarkdownRenderer } from "vitepress";
import type { Addresses } from "./packages.ts";

/** Blocks of `ts declaration`: few colors, and links from the names of types to their places in the reference. */
export function declarationBlocks(md: MarkdownRenderer, addresses: () => Addresses): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, renderer) => {
    const token = tokens[index];
    if (token?.info !== "ts declaration") return fence?.(tokens, index, options, env, renderer) ?? "";
    const folder = /([^/]+)\.md$/.exec(env.relativePath)?.[1] ?? "";
    const name = /^(?:\w+ )*(?:function|const|interface|type|class) (\w+)/.exec(token.content)?.[1] ?? "";
    const html = declarationHtml(token.content.trimEnd(), (word) =>
      word === name ? null : addressOf(addresses(), folder, word),
    );
    return `<div class="language-ts declaration"><button title="Copy Code" class="copy"></button><span class="lang"></span><pre v-pre><code>${html}</code></pre></div>\n`;
  };
}

/** In its own package, else in core, else in the only package with such a name. */
function addressOf(addresses: Addresses, folder: string, name: string): string | null {
  const own = addresses[folder];
  if (own && Object.hasOwn(own, name)) return own[name]?.replace(/^.*(?=#)/, "") ?? null;
  const core = addresses.core;
  if (core && Object.hasOwn(core, name)) return core[name] ?? null;
  const found = Object.values(addresses).filter((names) => Object.hasOwn(names, name));
  return found.length === 1 ? (found[0]?.[name] ?? null) : null;
}

const parts =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/.*)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<word>[A-Za-z_$][\w$]*)/g;

const keywords: ReadonlySet<string> = new Set(
  "abstract as asserts class const constructor extends false function in infer interface is keyof new null private readonly static true type typeof undefined unique".split(
    " ",
  ),
);

function declarationHtml(text: string, linkTo: (name: string) => string | null): string {
  let html = "";
  let end = 0;
  for (const match of text.matchAll(parts)) {
    html += escaped(text.slice(end, match.index));
    end = match.index + match[0].length;
    const { comment, string, word = "" } = match.groups ?? {};
    if (comment) html += `<span class="comment">${escaped(comment)}</span>`;
    else if (string) html += `<span class="string">${escaped(string)}</span>`;
    else if (keywords.has(word)) html += `<span class="keyword">${word}</span>`;
    else html += linked(word, isTypeName(word, text.slice(end)) ? linkTo(word) : null);
  }
  return html + escaped(text.slice(end));
}

/** The name of a property is followed by a colon. */
const isTypeName = (word: string, after: string): boolean => /^[A-Z]\w/.test(word) && !/^\??:/.test(after);

const linked = (word: string, address: string | null): string =>
  address === null ? word : `<a href="${address}">${word}</a>`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
