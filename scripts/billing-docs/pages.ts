import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { eventData } from "../../packages/billing-schema/src/events/event-data.js";
import * as schemas from "../../packages/billing-schema/src/index.js";
import type {
  Declaration,
  Field,
  Fields,
  VariantsDeclaration,
} from "../../packages/billing-schema/src/schema/field.js";
import { membersOf } from "../../packages/billing-schema/src/schema/members.js";
import { camelName } from "../../packages/billing-schema/src/schema/names.js";
import { eventsPage } from "./events-page.ts";
import { exampleOf, introductions } from "./introductions.ts";
import { requestsPage } from "./requests-page.ts";
import { type Documented, type EntitySource, readEntitySource } from "./source.ts";
import { codes, type LinkTo, ownText, typeText, wrappings } from "./types.ts";

const entities = "packages/billing-schema/src/entities";
const index = "packages/billing-schema/src/index.ts";

/** An exported constant with its declaration. */
interface Subject extends Documented {
  readonly field: Field;
  /** "Order", as in links and headings. */
  readonly title: string;
}

interface Page {
  readonly file: string;
  readonly source: EntitySource;
  readonly subjects: readonly Subject[];
  /** The subject with the page's name. */
  readonly main: Subject | undefined;
  /** The exported names of the package. */
  readonly exported: ReadonlySet<string>;
}

/** Every generated page, by its path. */
export function billingPages(root: string): ReadonlyMap<string, string> {
  const exported = new Set(readFileSync(join(root, index), "utf8").match(/\w+/g));
  const pages = readdirSync(join(root, entities))
    .filter((name) => name.endsWith(".ts") && !name.includes(".test"))
    .map((name) => readPage(join(root, entities, name), exported))
    .filter(({ subjects }) => subjects.length > 0);
  const linkFrom = linksOf(pages);
  const texts = pages.map((page) => [`docs/billing/${page.file}.md`, pageText(page, linkFrom(page.file))] as const);
  return new Map([
    ...texts,
    ["docs/billing/events.md", eventsPage(linkFrom("events"))],
    ["docs/billing/requests.md", requestsPage(root, linkFrom("requests"))],
  ]);
}

function readPage(path: string, exported: ReadonlySet<string>): Page {
  const file = basename(path, ".ts");
  const source = readEntitySource(path);
  const subjects = source.constants.flatMap((constant): Subject[] => {
    const field: unknown = Reflect.get(schemas, constant.name);
    if (!isField(field)) return [];
    return [{ ...constant, field, title: "name" in field.is ? field.is.name : titleOf(file) }];
  });
  const main = subjects.find(({ name }) => name === camelName(file.replaceAll("-", "_")));
  return { file, source, subjects, main, exported };
}

function isField(value: unknown): value is Field {
  return typeof value === "object" && value !== null && "is" in value;
}

function linksOf(pages: readonly Page[]): (from: string) => LinkTo {
  const places = new Map(
    pages.flatMap(({ file, subjects, main }) =>
      subjects.map((subject) => [keyOf(subject.field.is), { file, main, subject }]),
    ),
  );
  return (from) => (is) => {
    const place = places.get(keyOf(is));
    if (!place) return null;
    const { title } = place.subject;
    const anchor = headingAnchor(place.subject === place.main ? titleOf(place.file) : title);
    return `[${title}](${place.file === from ? "" : `${place.file}.md`}${anchor})`;
  };
}

/** A declaration without a name is its own key. */
const keyOf = (is: Declaration): unknown => ("name" in is ? is.name : is);

const headingAnchor = (heading: string): string => `#${heading.toLowerCase().replaceAll(" ", "-")}`;

/** "billing-organization" is "Billing organization". */
function titleOf(file: string): string {
  const words = file.replaceAll("-", " ").replace(/\bid\b/, "ID");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function pageText(page: Page, linkTo: LinkTo): string {
  const { file, main, subjects } = page;
  const rest = subjects.filter((subject) => subject !== main);
  const code = exampleOf(file, main && { name: main.name, type: main.title });
  return [
    `<!-- Written by scripts/billing-docs.mjs, from ${entities}/${file}.ts. -->`,
    `# ${titleOf(file)}`,
    [main?.text, introductions[file]?.text].filter(Boolean).join(" "),
    ...(code ? [`\`\`\`ts\n${code}\n\`\`\``] : []),
    ...(main ? sectionText(main, page, linkTo) : []),
    ...rest.flatMap((subject) => [`## ${subject.title}`, subject.text, ...sectionText(subject, page, linkTo)]),
    footer,
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")
    .concat("\n");
}

/** Facts common to all fields: units, microseconds, tolerant mode. */
const footer = "[Billing](../billing.md) · [Money, dates and versions](money-dates-versions.md)";

function sectionText(subject: Subject, { source, exported }: Page, linkTo: LinkTo): readonly string[] {
  const { is } = subject.field;
  if (is.kind === "choice") return [`\`${subject.name}\`: ${codes(is.values)}.`];
  if (is.kind === "object")
    return [namesText(subject, exported), fieldsTable(is.fields, source.notesOf(is.name), linkTo)];
  if (is.kind === "variants") return [namesText(subject, exported), membersTable(is, linkTo)];
  return [`\`${subject.name}\`: ${ownText(subject.field, linkTo)}.`];
}

function namesText({ name, title, field }: Subject, exported: ReadonlySet<string>): string {
  const types = [title, `${title}Wire`, `Tolerant${title}`].filter((type) => exported.has(type));
  const noun = types.length > 1 ? "types" : "type";
  const names = `\`${name}\`; ${noun} ${types.map((type) => `\`${type}\``).join(", ")}.`;
  const events = Object.entries(eventData).filter(([, data]) => data === field);
  if (events.length === 0) return names;
  return `${names} Comes with ${events.map(([type]) => `[\`${type}\`](events.md)`).join(", ")}.`;
}

function fieldsTable(fields: Fields, notes: ReadonlyMap<string, string>, linkTo: LinkTo): string {
  const rows = Object.entries(fields).map(([wire, field]) => {
    const kinds = wrappings(field);
    return [
      `\`${camelName(wire)}\``,
      `\`${wire}\``,
      typeText(field, linkTo),
      kinds.has("nullable") ? "yes" : "",
      absenceText(field),
      newerText(kinds),
      field.isEssential && !["absent", "stray", "literal"].includes(field.is.kind) ? "yes" : "",
      notes.get(wire) ?? "",
    ];
  });
  if (rows.length === 0) return "It has no fields.";
  const isTold = columns.map((_, column) => column < 2 || rows.some((cells) => cells[column] !== ""));
  const told = (cells: readonly string[]): readonly string[] => cells.filter((_, column) => isTold[column]);
  return [rowText(told(columns)), `|${told(columns.map(() => "---")).join("|")}|`, ...rows.map(told).map(rowText)].join(
    "\n",
  );
}

/** Columns without values are left out of a table. */
const columns = [
  "field",
  "on the wire",
  "type",
  "may be null",
  "may be absent",
  "[newer versions](api-drift.md)",
  "[essential](api-drift.md#fields-without-a-value)",
  "",
];

export const rowText = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell ? ` ${cell} |` : " |")).join("")}`;

function absenceText(field: Field): string {
  const { is } = field;
  if (is.kind === "default") return `yes: then \`${is.value}\``;
  if (is.kind === "laterAbsent" || is.kind === "nullable") return absenceText(is.of);
  return is.kind === "optional" ? "yes" : "";
}

function newerText(kinds: ReadonlySet<string>): string {
  const may = [kinds.has("laterNullable") ? "null" : "", kinds.has("laterAbsent") ? "absent" : ""].filter(Boolean);
  return may.length > 0 ? `may be ${may.join(" or ")}` : "";
}

function membersTable(is: VariantsDeclaration, linkTo: LinkTo): string {
  const values = [...membersOf(is)];
  const rows = is.members.map((member) => {
    const own = values.filter(([, found]) => found === member).map(([value]) => value);
    const named = codes(own.filter((value) => value !== undefined));
    return rowText([own.includes(undefined) ? absent(named) : named, typeText(member, linkTo)]);
  });
  const newer = is.common === null ? [] : [rowText(["another value, in tolerant mode", newerMemberText(is.common)])];
  return [rowText([`\`${camelName(is.on)}\``, "is"]), "|---|---|", ...rows, ...newer].join("\n");
}

const absent = (named: string): string => (named === "" ? "absent" : `${named}, or absent`);

function newerMemberText(common: Fields): string {
  const names = Object.entries(common)
    .filter(([, { is }]) => is.kind !== "absent" && is.kind !== "literal")
    .map(([wire]) => `\`${camelName(wire)}\``);
  return names.length > 0 ? `a newer member: ${names.join(", ")}, and its other fields` : "a newer member, unchanged";
}
