import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commonErrors } from "@keyhold/core/plugin";
import { callbackCodes } from "@keyhold/social";
import { describe, expect, test } from "vitest";
import { errorAnswer, noAnswer } from "../packages/client/src/answer.js";
import { errorPagesToWrite, everyError, routesWith } from "../scripts/api/error-pages.ts";
import { linksOf } from "./harness/docs-links.js";

/** The list of docs/errors.md, and the page of each code: docs/errors/CODE.md, docs/errors/callbacks/code.md. */

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs/errors");
const list = readFileSync(`${folder}.md`, "utf8");

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
  test("and its pages have the facts of the catalogues and of the routes: after a change, run `npm run api`", () => {
    expect(everyError.length).toBeGreaterThan(150);
    expect(errorPagesToWrite(root).map(({ path }) => path)).toEqual([]);
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
    expect(filesIn("").toSorted()).toEqual([...everyError, ...clientErrors].map(({ code }) => `${code}.md`).sort());
    expect(filesIn("callbacks").toSorted()).toEqual(callbackCodes.map((code) => `${code}.md`).sort());
  });

  test("have cause, remedy and routes, in at most 25 lines", () => {
    const files = [...filesIn(""), ...filesIn("callbacks")];
    expect(pages.map(({ code }) => `${code}.md`)).toEqual(files.map((file) => basename(file)));
    expect(pages.filter(({ text }) => text.trimEnd().split("\n").length > 25).map(({ code }) => code)).toEqual([]);
  });

  test("state the error of the client, and the query of a callback", () => {
    const stated = ofCodes.filter(({ code }) => clientErrors.some((error) => error.code === code));
    const facts = clientErrors.map(({ code, status, message }) => [
      code,
      status === 0 ? `\`0: "${message}"\`` : `The status of the response: \`"${message}"\``,
    ]);
    expect(Object.fromEntries(stated.map(({ code, fact }) => [code, fact]))).toEqual(Object.fromEntries(facts));
    expect(ofCallbacks.filter(({ code, fact }) => fact !== `\`?error=${code}\``)).toEqual([]);
  });

  test("lead to a guide", () => {
    const isGuide = ({ target }: { readonly target: string }): boolean => target.startsWith("../");
    expect(pages.filter(({ text }) => !linksOf(text).some(isGuide)).map(({ code }) => code)).toEqual([]);
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
