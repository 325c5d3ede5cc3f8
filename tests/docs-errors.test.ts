import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { adminErrors } from "@keyhold/admin";
import { billingErrors } from "@keyhold/billing";
import { type AnyEndpoint, commonErrors, coreErrors } from "@keyhold/core/plugin";
import { organizationErrors } from "@keyhold/organization";
import { teamErrors } from "@keyhold/organization/teams";
import { passkeyErrors } from "@keyhold/passkey";
import { callbackCodes, socialErrors } from "@keyhold/social";
import { twoFactorErrors } from "@keyhold/two-factor";
import { usernameErrors } from "@keyhold/username";
import { describe, expect, test } from "vitest";
import { errorAnswer, noAnswer } from "../packages/client/src/answer.js";
import { linksOf } from "./harness/docs-links.js";
import { allEndpoints, pathOf } from "./harness/endpoints.ts";

/** The list of docs/errors.md, and the page of each code: docs/errors/CODE.md, docs/errors/callbacks/code.md. */

const folder = join(import.meta.dirname, "../docs/errors");
const list = readFileSync(`${folder}.md`, "utf8");

const catalogue = Object.values({
  ...commonErrors,
  ...coreErrors,
  ...usernameErrors,
  ...twoFactorErrors,
  ...passkeyErrors,
  ...socialErrors,
  ...organizationErrors,
  ...teamErrors,
  ...adminErrors,
  ...billingErrors,
});
const clientErrors = [
  noAnswer(new TypeError("no connection"), false, false),
  noAnswer(new TypeError("aborted"), true, false),
  errorAnswer(null, new Response(null, { status: 502 })),
];

interface Page {
  readonly code: string;
  readonly text: string;
  /** The line below the title: status and message, or the query of the error page. */
  readonly fact: string;
  readonly routes: string;
}

const shape = /^# (\w+)\n\n(.+)\n\n## Cause\n\n[^#]+\n\n## Remedy\n\n[^#]+\n\n## Routes\n\n([^#]+)\n$/;

/** The page of a file. A part that is missing makes all of them empty. */
function readPage(file: string): Page {
  const text = readFileSync(join(folder, file), "utf8");
  // The anchor of a link is no heading.
  const [, code = "", fact = "", routes = ""] = shape.exec(text.replaceAll(".md#", ".md")) ?? [];
  return { code, text, fact, routes };
}

const filesIn = (path: string): readonly string[] =>
  readdirSync(join(folder, path)).filter((name) => name.endsWith(".md"));
const ofCodes = filesIn("").map(readPage);
const ofCallbacks = filesIn("callbacks").map((name) => readPage(`callbacks/${name}`));
const pages = [...ofCodes, ...ofCallbacks];

describe("docs/errors.md", () => {
  test("lists every error with its status and message, and no other", () => {
    const rows = catalogue.map(
      ({ code, status, message }) => `| ${status} | [\`${code}\`](errors/${code}.md) | ${message} |`,
    );
    const listed = [...list.matchAll(/^\| \d.*\|$/gm)].map(([row]) => row);
    expect(listed.sort()).toEqual(rows.sort());
  });

  test("has a remedy for every code of a callback, and no other code", () => {
    const listed = [...list.matchAll(/^\| \[`([a-z_]+)`\]\(errors\/callbacks\/\1\.md\) \| .+ \|$/gm)];
    expect(listed.map(([, code]) => code)).toEqual(callbackCodes);
  });

  test("lists every error of the client, and no other", () => {
    const rows = clientErrors.map(({ code, message }) => `| [\`${code}\`](errors/${code}.md) | ${message} |`);
    expect([...list.matchAll(/^\| \[`[A-Z_]+`\].*$/gm)].map(([row]) => row)).toEqual(rows);
  });
});

describe("the pages of docs/errors", () => {
  test("are one for each code, and no other", () => {
    expect(filesIn("").toSorted()).toEqual([...catalogue, ...clientErrors].map(({ code }) => `${code}.md`).sort());
    expect(filesIn("callbacks").toSorted()).toEqual(callbackCodes.map((code) => `${code}.md`).sort());
  });

  test("have cause, remedy and routes, in at most 25 lines", () => {
    const files = [...filesIn(""), ...filesIn("callbacks")];
    expect(pages.map(({ code }) => `${code}.md`)).toEqual(files.map((file) => basename(file)));
    expect(pages.filter(({ text }) => text.trimEnd().split("\n").length > 25).map(({ code }) => code)).toEqual([]);
  });

  test("state the status and the message of the catalogue", () => {
    const fromCatalogue = catalogue.map(({ code, status, message }) => [code, `\`${status}: "${message}"\``]);
    const fromClient = clientErrors.map(({ code, status, message }) => [
      code,
      status === 0 ? `\`0: "${message}"\`` : `The status of the response: \`"${message}"\`, or its status text`,
    ]);
    const stated = Object.fromEntries(ofCodes.map(({ code, fact }) => [code, fact]));
    expect(stated).toEqual(Object.fromEntries([...fromCatalogue, ...fromClient]));
    expect(ofCallbacks.filter(({ code, fact }) => fact !== `\`?error=${code}\``)).toEqual([]);
  });

  test("lead to a guide", () => {
    const isGuide = ({ target }: { readonly target: string }): boolean => target.startsWith("../");
    expect(pages.filter(({ text }) => !linksOf(text).some(isGuide)).map(({ code }) => code)).toEqual([]);
  });

  test("list the routes that declare the code", () => {
    const declared = catalogue.map(({ code }): [string, readonly string[]] => [code, routesWith(code)]);
    const expected = declared.filter(([code, routes]) => routes.length > 0 || !(code in commonErrors));
    const listed = expected.map(([code]) => [code, listedOn(code)]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(expected));
  });

  test("describe the routes of an error that any route may answer", () => {
    const codes = Object.keys(commonErrors).filter((code) => routesWith(code).length === 0);
    const described = ofCodes.filter(({ routes }) => /^- every .+/.test(routes)).map(({ code }) => code);
    expect(described).toEqual([...codes, ...clientErrors.map(({ code }) => code)].sort());
  });

  test("list the callback, and its form for what is checked before it", () => {
    const beforeIt = [
      "internal_server_error",
      "invalid_callback_request",
      "please_restart_the_process",
      "too_many_requests",
    ];
    const withForm = ofCallbacks.filter(({ routes }) => routes === "- `GET /callback/:id`\n- `POST /callback/:id`");
    expect(withForm.map(({ code }) => code)).toEqual(beforeIt);
    const others = ofCallbacks.filter(({ code }) => !beforeIt.includes(code));
    expect(others.filter(({ routes }) => routes !== "- `GET /callback/:id`")).toEqual([]);
  });
});

/** The routes and the calls of the server in the list of a page, in their order. */
function listedOn(code: string): readonly string[] {
  const routes = ofCodes.find((page) => page.code === code)?.routes ?? "";
  const items = [...routes.matchAll(/^- (.*)$/gm)].map(([, item = ""]) => item);
  return items.flatMap((item) => [...item.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name));
}

const redirecting = (field: string) => (endpoint: AnyEndpoint) => endpoint.redirects.includes(field);

/** Errors of the request pipeline that depend on the declaration of a route. */
const byDeclaration: Readonly<Record<string, (endpoint: AnyEndpoint) => boolean>> = {
  CHALLENGE_FAILED: ({ challengedAction }) => challengedAction !== null,
  INVALID_CALLBACKURL: redirecting("callbackURL"),
  INVALID_REDIRECTURL: redirecting("redirectTo"),
  INVALID_ERRORCALLBACKURL: redirecting("errorCallbackURL"),
  INVALID_NEWUSERCALLBACKURL: redirecting("newUserCallbackURL"),
  SESSION_IS_NOT_FRESH: ({ access }) => access === "fresh",
};

const endpoints = allEndpoints();

const routesWith = (code: string): readonly string[] =>
  endpoints
    .filter(byDeclaration[code] ?? (({ errors }) => errors.includes(code)))
    .map((endpoint) => (endpoint.isServerOnly ? serverCallOf(endpoint) : endpoint.route));

/** "POST /organization/add-member" is `auth.api.organization.addMember`. */
const serverCallOf = (endpoint: AnyEndpoint): string =>
  `auth.api${pathOf(endpoint)
    .replaceAll("/", ".")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
