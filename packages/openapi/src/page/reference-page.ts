import type { OpenApiDocument } from "../document/types.js";
import { documentPath } from "../endpoint.js";
import { type Html, html, prose } from "./html.js";
import { operationHtml, operationLink, type Placed } from "./operation.js";
import { schemaHtml } from "./schema.js";
import { style } from "./style.js";

/** A document as a single HTML page, without scripts and without files of other servers. */
export function referencePage(document: OpenApiDocument, basePath: string): string {
  const { info, servers, tags, components } = document;
  const placed = operationsOf(document);
  const sections = tags.map((tag) => ({
    ...tag,
    operations: placed.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const schemas = Object.entries(components.schemas);
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${info.title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<nav aria-label="Routes">
<h2>Routes</h2>
<ul>
${sections.map(
  ({ name, operations }) => html`<li><a href="#tag-${name}">${name}</a>
<ul>${operations.map((one) => html`<li>${operationLink(withoutBase(one, basePath))}</li>\n`)}</ul>
</li>
`,
)}<li><a href="#schemas">Schemas</a></li>
</ul>
</nav>
<main id="content" tabindex="-1">
<h1>${info.title}</h1>
<p class="soft">Version ${info.version} · ${servers.map(({ url }) => html`<code>${url}</code>`)} · <a href="${basePath + documentPath}">OpenAPI ${document.openapi}</a></p>
${(info.description ?? "").split("\n\n").map((text) => html`<p>${prose(text)}</p>\n`)}
${sections.map((section) => sectionHtml(document, section))}
<section aria-labelledby="schemas">
<h2 id="schemas">Schemas</h2>
${schemas.map(
  ([name, schema]) => html`<article id="schema-${name}" aria-labelledby="schema-${name}-name">
<h3 id="schema-${name}-name"><a href="#schema-${name}">${name}</a></h3>
${schemaHtml(schema, `Fields of ${name}`)}
</article>
`,
)}</section>
</main>
</body>
</html>
`;
  return page.html;
}

interface Section {
  readonly name: string;
  readonly description?: string;
  readonly operations: readonly Placed[];
}

const sectionHtml = (
  document: OpenApiDocument,
  { name, description, operations }: Section,
): Html => html`<section aria-labelledby="tag-${name}">
<h2 id="tag-${name}">${name}</h2>
${description !== undefined && html`<p>${prose(description)}</p>`}
${operations.map((one) => operationHtml(document, one))}</section>
`;

function operationsOf({ paths }: OpenApiDocument): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get ? [{ method: "GET", path, operation: get }] : []),
    ...(post ? [{ method: "POST", path, operation: post }] : []),
  ]);
}

/** A list of paths without the beginning that all of them share. */
const withoutBase = ({ path, ...placed }: Placed, basePath: string): Placed => ({
  ...placed,
  path: path.startsWith(basePath) ? path.slice(basePath.length) : path,
});
