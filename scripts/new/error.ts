import { argumentOf, insertMember } from "./insert.ts";
import type { Left } from "./provider.ts";
import { type Tree, WrongUse } from "./tree.ts";

/** The catalogue of each package, its heading in docs/errors.md, and the guide that its pages lead to. */
const catalogues: Readonly<Record<string, readonly [path: string, heading: string, guide: string]>> = {
  core: ["packages/core/src/contract/errors.ts", "Accounts", "[Users](../users.md)"],
  username: ["packages/username/src/errors.ts", "Username", "[Update the profile](../users.md#update-the-profile)"],
  "two-factor": ["packages/two-factor/src/errors.ts", "Two-factor", "[Two-factor authentication](../two-factor.md)"],
  passkey: ["packages/passkey/src/errors.ts", "Passkeys", "[Passkeys](../passkeys.md)"],
  organization: ["packages/organization/src/errors.ts", "Organizations", "[Organizations](../organizations.md)"],
  admin: ["packages/admin/src/errors.ts", "Administration", "[Administration](../admin.md)"],
  billing: ["packages/billing/src/errors.ts", "Billing webhooks", "[Webhooks](../billing/webhooks.md)"],
  social: ["packages/social/src/errors.ts", "Social sign-in", "[Social sign-in](../social.md)"],
};

/** An error of a package: its entry in the catalogue, its row in docs/errors.md and its page. */
export function newError(tree: Tree, [name = "", code = "", status = "", message = ""]: readonly string[]): Left {
  const [path, heading, guide] = catalogues[name] ?? ownCatalogue(tree, name);
  if (!path || !/^[A-Z][A-Z0-9_]*$/.test(code) || !/^[45]\d\d$/.test(status) || message === "") {
    const packages = Object.keys(catalogues).join("|");
    throw new WrongUse(`usage: npm run new error <package> <CODE> <status> "<message>"; packages: ${packages}.`);
  }
  tree.create(`docs/errors/${code}.md`, page({ code, status, message, guide }));
  tree.edit(path, (text) =>
    insertMember(text, {
      find: argumentOf("defineErrors", name === "core" ? "coreErrors" : undefined),
      name: code,
      value: `{ status: ${status}, message: ${JSON.stringify(message)} }`,
    }),
  );
  const row = `| ${status} | [\`${code}\`](errors/${code}.md) | ${message} |`;
  tree.edit("docs/errors.md", (text) => insertRow(text, heading, row));
  return [
    "list the code in `errors` of each route that answers it",
    `docs/errors/${code}.md: cause and remedy in the words of the user's situation`,
    `packages/${name}/tests/error-catalogue.test.ts, if the package has it: a call that causes the error`,
    "npm run api: the report of the public API, and the routes of the page",
  ];
}

/** The catalogue of a package that is not listed above, e.g. of a plugin that "npm run new plugin" has made. */
function ownCatalogue(tree: Tree, name: string): readonly [path: string, heading: string, guide: string] {
  const path = `packages/${name}/src/errors.ts`;
  if (!/^[a-z]/.test(name) || !tree.has(path)) return ["", "", ""];
  const title = /^# (.+)$/m.exec(tree.read(`docs/${name}.md`))?.[1] ?? name;
  return [path, title, `[${title}](../${name}.md)`];
}

/** Puts a row behind the rows of its section with the same status or a lower one. */
function insertRow(text: string, heading: string, row: string): string {
  const lines = text.split("\n");
  const start = lines.indexOf(`## ${heading}`);
  if (start < 0) {
    const client = lines.indexOf("## Client");
    const table = [`## ${heading}`, "", "| status | code | message |", "|---|---|---|", row, ""];
    return lines.toSpliced(client, 0, ...table).join("\n");
  }
  const section = lines.slice(start + 1).findIndex((line) => line.startsWith("## "));
  const rows = lines.flatMap((line, index) =>
    index > start && index <= start + section && /^\| \d{3} \|/.test(line) ? [index] : [],
  );
  const behind = rows.findLast((index) => (lines[index] ?? "").slice(0, 5) <= row.slice(0, 5));
  return lines.toSpliced((behind ?? (rows[0] ?? 0) - 1) + 1, 0, row).join("\n");
}

const page = (is: { code: string; status: string; message: string; guide: string }): string => `\
# ${is.code}

\`${is.status}: "${is.message}"\`

## Cause

The server rejected the call: ${is.message}.

## Remedy

Show the message at the form, and let the user correct the input.

More: ${is.guide}.

## Routes

No route declares this code yet.
`;
