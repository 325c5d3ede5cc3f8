import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as exported from "../../packages/billing-schema/src/requests.js";
import { camelName } from "../../packages/billing-schema/src/schema/names.js";
import type { Part, PartDeclaration, Parts } from "../../packages/billing-schema/src/schema/request/part.js";
import { declarationIn, placesOf } from "../../packages/billing-schema/src/schema/request/reading.js";
import { readEntitySource } from "./source.ts";
import { codes, type LinkTo, ownText } from "./types.ts";

const folder = "packages/billing-schema/src/requests";

const example = `import { BillingSchemaError, checkoutCreate, subscriptionUpdate } from "@keyhold/billing-schema/requests";

const send = (method: string, path: string, body: object): Promise<Response> =>
  fetch(\`https://billing.example\${path}\`, {
    method,
    headers: { authorization: \`Bearer \${process.env.BILLING_TOKEN}\`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

export const buy = (productId: string, userId: string): Promise<Response> =>
  send("POST", "/v1/checkouts/", checkoutCreate.encode({ products: [productId], externalCustomerId: userId }));

export const cancel = (id: string): Promise<Response> =>
  send("PATCH", \`/v1/subscriptions/\${id}\`, subscriptionUpdate.encode({ cancelAtPeriodEnd: true }));

/** With what a user has typed: each issue of the error names its field. */
export function checkoutFor(userId: string, productId: string, customerEmail: unknown): object | BillingSchemaError {
  const result = checkoutCreate.safeEncode({ products: [productId], externalCustomerId: userId, customerEmail });
  return result.success ? result.data : result.error;
}`;

const versions = `import { customerSessionCreate } from "@keyhold/billing-schema/requests";

customerSessionCreate.encode({ externalCustomerId: "user-1" }); // { external_customer_id: "user-1" }
customerSessionCreate.encode({ externalCustomerId: "user-1" }, { apiVersion: "2025-05" }); // { customer_external_id: "user-1" }`;

const introduction = [
  "<!-- Written by scripts/billing-docs.mjs, from packages/billing-schema/src/requests. -->",
  "# Requests",
  "The bodies of requests to the provider's API. `encode` converts the app's form (camelCase, `Date`) to the provider's JSON (snake_case, dates as text), and checks it first: an unknown field, a value of another type and one outside of the provider's bounds throw a `BillingSchemaError` with the path, before a request is sent. The app sends the request.",
  `\`\`\`ts\n${example}\n\`\`\``,
  "| | |\n|---|---|\n| `checkoutCreate.encode(body)` | the provider's JSON, or throws a `BillingSchemaError` |\n| `checkoutCreate.safeEncode(body)` | `{ success: true, data }` or `{ success: false, error }` |\n| `checkoutCreate.decode(json)`, `.safeDecode(json)` | the client form of a received body, for a proxy or a test server; as strict as `encode` |",
  "A key with the value `undefined` is left out, as in JSON. `null` is sent: in an update it removes a value. Keys of `metadata` and other maps are your data and are never renamed.",
  "**Choose products, customer, amount, discount and metadata on the server.** If a browser sends the whole body, an attacker chooses them.",
  "## API versions",
  'The same body has other names in other versions of the provider\'s API. `apiVersion` is the version of the body: `"2026-04"` by default, `"2026-10"` or `"2027-01"` with the same bodies; send the same value in the provider\'s version header. `"2025-05"` is the API before it had versions. The client form has one spelling, the newer one.',
  `\`\`\`ts\n${versions}\n\`\`\``,
  "A field missing in `2025-05` is an error there. The column `2025-05` has the differences: `–` marks a missing field.",
  "## What is not checked",
  "Ids, discount codes and email addresses may have a valid form and be unknown to the provider; an amount may be below the minimum of its currency; two fields may exclude each other (`minSeats` above `maxSeats`, a trial that has ended). The provider rejects those itself. [Validators](../billing.md#validators) check the address and the custom fields of a user's input, field by field.",
];

/** The page of all request bodies. */
export function requestsPage(root: string, linkTo: LinkTo): string {
  const sources = readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".ts") && !name.includes(".test"))
    .map((name) => readEntitySource(join(root, folder, name)));
  const notesOf = (name: string): ReadonlyMap<string, string> =>
    new Map(sources.flatMap((source) => [...source.notesOf(name)]));
  const documented = new Map(sources.flatMap(({ constants }) => constants.map(({ name, text }) => [name, text])));
  const requests = Object.entries<unknown>(exported)
    .flatMap(([name, value]) => (isRequest(value) ? [{ name, is: value.is }] : []))
    // The order of a module's names depends on the bundler.
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const page: Page = { linkTo, notesOf, parts: new Map() };
  const sections = requests.flatMap(({ name, is }) => {
    const title = titleOf(is);
    const types = `\`${name}\`; types \`${title}\`, \`${title}Wire\`.`;
    return [`## ${title}`, documented.get(name) ?? "", types, ...tablesOf({ is }, page)];
  });
  return [...introduction, ...sections, ...partSections(page), "[Billing](../billing.md)"].join("\n\n").concat("\n");
}

interface Page {
  readonly linkTo: LinkTo;
  readonly notesOf: (name: string) => ReadonlyMap<string, string>;
  /** The bodies inside others, in the order of their discovery. */
  readonly parts: Map<string, Part>;
}

function isRequest(value: unknown): value is { readonly is: PartDeclaration } {
  return typeof value === "object" && value !== null && "is" in value && "encode" in value;
}

const titleOf = (is: PartDeclaration): string => ("name" in is ? is.name : is.kind);

/** Tables of parts may name further parts. */
function partSections(page: Page): readonly string[] {
  const sections: string[] = [];
  for (const [name, part] of page.parts) sections.push(`## ${name}`, ...tablesOf(part, page));
  return sections;
}

function tablesOf(part: Part, page: Page): readonly string[] {
  const is = declarationIn(part, false);
  if (is?.kind === "bounded") return tablesOf(is.of, page);
  if (is?.kind === "body") return [tableOf(is.parts, page.notesOf(is.name), page)];
  if (is?.kind === "kinds") {
    return Object.entries(is.members).flatMap(([kind, member]) => [
      `With \`${camelName(is.on)}: ${JSON.stringify(kind)}\`${is.otherwise === kind ? ", or without" : ""}${newness(member)}:`,
      ...tablesOf(member, page),
    ]);
  }
  if (is?.kind !== "changes") return [];
  return is.members.flatMap(({ by, of }) => [
    `With ${by
      .map((name) => `\`${camelName(name)}\``)
      .join(", ")
      .replace(/, ([^,]*)$/, " or $1")}${newness(of)}:`,
    ...tablesOf(of, page),
  ]);
}

const newness = ({ is }: Part): string => (is.kind === "since" ? " (not in `2025-05`)" : "");

const columns = ["field", "on the wire", "type", "may be null", "may be absent", "`2025-05`", ""];

function tableOf(parts: Parts, notes: ReadonlyMap<string, string>, page: Page): string {
  const rows = placesOf(parts, false).map(({ wire, client, part }) => [
    `\`${client}\``,
    `\`${wire}\``,
    typeText(part, page),
    wraps(part, "nullable") ? "yes" : "",
    wraps(part, "optional") ? "yes" : "",
    beforeText(part, page),
    notes.get(wire) ?? "",
  ]);
  const isTold = columns.map((_, column) => column < 2 || rows.some((cells) => cells[column] !== ""));
  const told = (cells: readonly string[]): readonly string[] => cells.filter((_, column) => isTold[column]);
  const lines = [told(columns), told(columns.map(() => "---")), ...rows.map(told)];
  return lines
    .map((cells) => `|${cells.map((cell) => (cell ? ` ${cell} |` : " |")).join("")}`)
    .join("\n")
    .replace(/^\|( --- \|)+$/m, (line) => line.replaceAll(" ", ""));
}

function wraps(part: Part, kind: "nullable" | "optional"): boolean {
  const is = declarationIn(part, false);
  if (is?.kind === kind) return true;
  return (is?.kind === "optional" || is?.kind === "nullable") && wraps(is.of, kind);
}

/** The differences of another version at this place. */
function beforeText(part: Part, page: Page): string {
  const { is } = part;
  if (is.kind === "since") return "–";
  if (is.kind === "renamed") return `\`${is.before}\``;
  if (is.kind === "changed") {
    const before = typeText(is.before, page);
    return wraps(is.of, "optional") && !wraps(is.before, "optional") ? `${before}, required` : before;
  }
  return is.kind === "optional" || is.kind === "nullable" ? beforeText(is.of, page) : "";
}

function typeText(part: Part, page: Page): string {
  const is = declarationIn(part, false);
  if (is === null) return "";
  switch (is.kind) {
    case "null":
      return "`null`";
    case "optional":
    case "nullable":
      return typeText(is.of, page);
    case "list":
      return `list of ${typeText(is.of, page)}`;
    case "either":
      return is.expected.replace(/^an? /, "");
    case "bounded":
      return boundedText(is.of, is.expected, page);
    case "record":
      return recordText(is.of, Object.entries(is.known), page);
    case "body":
    case "kinds":
    case "changes":
      page.parts.set(is.name, part);
      return `[${is.name}](#${is.name.toLowerCase()})`;
    case "choice":
      return codes(is.values);
    default:
      return ownText({ is }, page.linkTo);
  }
}

function boundedText(of: Part, expected: string, page: Page): string {
  const inner = declarationIn(of, false)?.kind;
  if (inner === "list" || inner === "body" || expected === "a text that is not empty") return typeText(of, page);
  return expected.replace(/^(an?|the) /, "");
}

function recordText(of: Part, known: readonly (readonly [string, Part])[], page: Page): string {
  const own = known.map(([key, part]) => `\`${key}\`: ${typeText(part, page)}`);
  return [`map to ${typeText(of, page)}`, ...own].join("; ");
}
