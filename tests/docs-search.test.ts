import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** Whether a search over docs/ finds the right page first, with the words of the field: by title, then headings, then text. */

const root = join(import.meta.dirname, "..");

interface Page {
  readonly path: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly lines: readonly string[];
}

const pages: readonly Page[] = globSync("docs/**/*.md", { cwd: root }).map((path) => {
  const lines = readFileSync(join(root, path), "utf8").toLowerCase().split("\n");
  const headings = lines.filter((line) => /^##+ /.test(line));
  return { path: path.replaceAll("\\", "/"), title: lines[0] ?? "", headings, lines };
});

/** A long word without its last letter, so that "idempotent" finds "idempotency", and "invalidate" finds "invalidation". */
const stem = (word: string): string => (word.length > 6 ? word.slice(0, -1) : word);

/**
 * A match in a title weighs more than all in headings, one in a heading more than all in the text; a guide comes before a
 * decision and before the page of one error.
 */
function score({ path, title, headings, lines }: Page, query: string): number {
  const words = query.split(" ").map((word) => new RegExp(`\\b${stem(word)}`));
  const isHit = (text: string): boolean => words.every((word) => word.test(text));
  const inHeadings = Math.min(headings.filter(isHit).length, 9);
  const inText = Math.min(lines.filter(isHit).length, 99);
  const total = (isHit(title) ? 1000 : 0) + 100 * inHeadings + inText;
  return /^docs\/(decisions|errors)\//.test(path) ? total / 20 : total;
}

function search(query: string): readonly string[] {
  const found = pages.map((page) => ({ path: page.path, score: score(page, query) })).filter((hit) => hit.score > 0);
  return found.sort((a, b) => b.score - a.score || a.path.localeCompare(b.path)).map(({ path }) => path);
}

describe("a search over docs/", () => {
  test.each([
    ["hook", "hooks"],
    ["lock", "databases/race-conditions"],
    ["invalidate", "secondary-storage/cache-invalidation"],
    ["idempotent", "billing/webhooks"],
    ["max", "configuration"],
    ["email template", "tasks/change-an-email-template"],
    ["middleware", "tasks/protect-routes-with-middleware"],
    ["cookie cache", "sessions/cookie-cache"],
    ["race condition", "databases/race-conditions"],
    ["transaction", "databases/race-conditions"],
    ["migration", "migrations"],
    ["rate limit", "security/rate-limits"],
    ["csrf", "security/csrf"],
    ["cors", "security/csrf"],
    ["captcha", "captcha"],
    ["redirect url", "security/redirect-urls"],
    ["client ip", "security/client-ip"],
    ["forgotten password", "tasks/reset-a-forgotten-password"],
    ["brute force", "passwords/brute-force"],
    ["email verification", "users/verify-email"],
    ["delete account", "users/delete"],
    ["audit log event", "users/events"],
    ["bearer token", "sessions/bearer-tokens"],
    ["revoke session", "sessions/revoke"],
    ["subdomain", "sessions/subdomains"],
    ["ban", "admin/ban-a-user"],
    ["impersonate", "admin/impersonation"],
    ["invitation", "organizations/invitations"],
    ["permission", "access"],
    ["redis cluster", "secondary-storage/cluster"],
    ["openapi", "openapi"],
    ["server-side rendering", "client"],
    ["error code", "errors"],
    ["test", "testing"],
    ["add column", "tasks/add-a-column-to-the-user"],
    ["sign out", "tasks/sign-out-everywhere"],
    ["protect route", "tasks/protect-a-route"],
  ])("for %o names docs/%s.md first", (query, page) => {
    expect(search(query)[0], search(query).slice(0, 5).join(", ")).toBe(`docs/${page}.md`);
  });
});

describe("docs/README.md", () => {
  test("lists every guide", () => {
    const index = readFileSync(join(root, "docs/README.md"), "utf8");
    const guides = globSync("*.md", { cwd: join(root, "docs") }).filter((name) => name !== "README.md");
    expect(guides.filter((name) => !index.includes(`](${name})`))).toEqual([]);
  });
});

describe("docs/tasks.md", () => {
  test("lists every task", () => {
    const index = readFileSync(join(root, "docs/tasks.md"), "utf8");
    const tasks = globSync("*.md", { cwd: join(root, "docs/tasks") });
    expect(tasks.length).toBeGreaterThan(50);
    expect(tasks.filter((name) => !index.includes(`](tasks/${name})`))).toEqual([]);
  });
});

describe("docs/glossary.md", () => {
  test("has each term once, in alphabetical order", () => {
    const text = readFileSync(join(root, "docs/glossary.md"), "utf8");
    const terms = [...text.matchAll(/^\| ([^|]+) \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)].map(([, term = ""]) => term);
    const listed = terms.filter((term) => term !== "term").map((term) => term.toLowerCase());
    expect(listed.length).toBeGreaterThan(50);
    expect(listed).toEqual([...new Set(listed)].sort());
  });
});
