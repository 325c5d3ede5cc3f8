import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PublicName } from "../../../scripts/api/report.ts";
import { root } from "../pages.ts";
import { code, prose } from "./prose.ts";

/** A generated page of the site. */
export interface ReferencePage {
  /** E.g. "reference/core.md". */
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
}

/** The addresses of types on the pages, by package and name: `{ core: { Auth: "/reference/core#Auth" } }`. */
export type Addresses = Readonly<Record<string, Readonly<Record<string, string>>>>;

const folderOf = ({ entry }: PublicName): string => entry.split("/")[1] ?? "";

export const addressesOf = (names: readonly PublicName[]): Addresses =>
  Object.fromEntries(
    [...Map.groupBy(names, folderOf)].map(([folder, ofPackage]) => [
      folder,
      Object.fromEntries(ofPackage.map(({ name }) => [name, `/reference/${folder}#${name}`])),
    ]),
  );

/** One page per package: each entry point with its names. `repository`: the address of the repository. */
export const packagePages = (names: readonly PublicName[], repository: string): readonly ReferencePage[] =>
  [...Map.groupBy(names, folderOf)].map(([folder, ofPackage]) => packagePage(folder, ofPackage, repository));

function packagePage(folder: string, names: readonly PublicName[], repository: string): ReferencePage {
  const manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8"));
  const title: string = manifest.name;
  const isForDevelopment = ["cli", "mcp", "testing"].includes(folder);
  const seen = new Set<string>();
  const sections = [...Map.groupBy(names, ({ entry }) => entry)].map(([entry, ofEntry]) => {
    const own = ofEntry.filter(({ name }) => !seen.has(name));
    const again = ofEntry.filter(({ name }) => seen.has(name));
    for (const { name } of own) seen.add(name);
    return entrySection(entry, { own, again }, repository);
  });
  const text = [
    "---",
    "pageClass: reference",
    "---",
    "",
    `# ${title}`,
    "",
    `${prose(manifest.description)}.`,
    "",
    "```sh",
    `npm install ${isForDevelopment ? "--save-dev " : ""}${title}`,
    "```",
    "",
    ...sections,
  ].join("\n");
  return { path: `reference/${folder}.md`, title, summary: `${manifest.description}.`, text };
}

interface EntryNames {
  readonly own: readonly PublicName[];
  /** Described below an entry point before this one. */
  readonly again: readonly PublicName[];
}

function entrySection(entry: string, { own, again }: EntryNames, repository: string): string {
  const values = own.filter(({ isValue }) => isValue);
  const types = own.filter(({ isValue }) => !isValue);
  const id = `entry-${entry.split("/").slice(1).join("-")}`;
  const links = again.map(({ name }) => `[${code(name)}](#${name})`).join(", ");
  return [
    `## ${code(entry)} {#${id}}`,
    "",
    ...(again.length > 0 ? [`${own.length > 0 ? "Also" : "Only"} names from above: ${links}.`, ""] : []),
    ...[...values, ...types].map((name) => nameSection(name, repository)),
  ].join("\n");
}

function nameSection(publicName: PublicName, repository: string): string {
  const { name, doc, commented, tags, file } = publicName;
  const source = sourceOf(file);
  return [
    `### ${name} {#${name}}`,
    "",
    ...(doc === "" ? [] : [prose(doc.replace(/^\/\*\*\s*|\s*\*\/$/g, "")), ""]),
    "```ts declaration",
    commented.map(shownDeclaration).join("\n"),
    "```",
    "",
    ...parameters(tags),
    ...tags.flatMap((tag) => tagText(tag)),
    ...(source ? [`<p class="source"><a href="${repository}/blob/main/${source}">${source}</a></p>`, ""] : []),
  ].join("\n");
}

type Tag = PublicName["tags"][number];

function parameters(tags: readonly Tag[]): readonly string[] {
  const rows = tags
    .filter(({ name }) => name === "param")
    .map(({ text }) => /^(\S+)\s+(?:- )?([\s\S]*)$/.exec(text) ?? []);
  const items = rows.map(([, parameter = "", text = ""]) => `- ${code(parameter)}: ${prose(text)}`);
  return items.length > 0 ? [...items, ""] : [];
}

function tagText({ name, text }: Tag): readonly string[] {
  if (name === "param") return [];
  if (name === "example") return ["```ts", text, "```", ""];
  const verb = { throws: "Throws", returns: "Returns", deprecated: "Deprecated:", see: "See" }[name] ?? name;
  return [`${verb} ${prose(text)}`, ""];
}

/** A declaration file of the cache as the source that it is made of. */
const sourceOf = (file: string): string | null => {
  const [, folder, path] = /declarations\/([^/]+\/src)\/(.+)\.d\.ts$/.exec(file) ?? [];
  return folder && path ? `packages/${folder}/${path}.ts` : null;
};

/** Without the words of a declaration file, and indented like the sources. */
const shownDeclaration = (text: string): string =>
  text.replace(/^export (declare )?|^declare /, "").replace(/^( {4})+/gm, (spaces) => spaces.slice(spaces.length / 2));
