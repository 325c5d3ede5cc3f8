import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createServer, type Page } from "@keyhold/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { beforeAll, describe, expect, test } from "vitest";

/** The tools with the pages of this repository, as a client of the SDK sees them. */

const docs = join(import.meta.dirname, "../../../docs");
const pages: readonly Page[] = globSync("**/*.md", { cwd: docs, exclude: ["decisions/**"] }).map((path) => {
  const text = readFileSync(join(docs, path), "utf8");
  return { path: path.replaceAll("\\", "/").replace(/\.md$/, ""), title: /^# (.+)$/m.exec(text)?.[1] ?? "", text };
});

const client = new Client({ name: "test", version: "1.0.0" });
// A program in place of the command line: prints the arguments and the environment.
const print = "console.log(JSON.stringify([process.argv.slice(1), process.env.NODE_ENV])); process.exitCode = 1";
const cli = [process.execPath, "--eval", print, "--"];

beforeAll(async () => {
  const [one, other] = InMemoryTransport.createLinkedPair();
  await createServer({ pages, version: "1.2.3", cli }).connect(other);
  await client.connect(one);
  return () => client.close();
});

async function call(name: string, input: object) {
  const { content, isError } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content as readonly { readonly text: string }[];
  return { text: first?.text ?? "", isError: isError === true };
}

test("the server has its name, version and four tools that read only", async () => {
  expect(client.getServerVersion()).toMatchObject({ name: "keyhold", version: "1.2.3" });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["search_docs", "read_page", "explain_error", "doctor"]);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});

describe("search_docs", () => {
  test.each([
    ["invite a member", "organizations/invitations"],
    ["protect a route", "tasks/protect-a-route"],
    ["rate limit", "security/rate-limits"],
    ["next.js", "frameworks/next"],
    ["migrate from clerk", "coming-from-clerk"],
    ["impersonate", "admin/impersonation"],
    ["pasword reset", "tasks/reset-a-forgotten-password"],
  ])("finds for %j the page %s", async (query, page) => {
    expect((await call("search_docs", { query })).text).toContain(`## ${page}\n`);
  });

  test("answers as many pages as the client asks for", async () => {
    const { text } = await call("search_docs", { query: "session", max: 2 });
    expect(text.match(/^## /gm)).toHaveLength(2);
  });

  test("says that no page has the words", async () => {
    expect(await call("search_docs", { query: "zzqxv" })).toEqual({
      text: 'No page has the words "zzqxv".',
      isError: false,
    });
  });

  test.each([[{ query: "" }], [{ query: "x".repeat(201) }], [{ query: "session", max: 21 }], [{}]])(
    "rejects the input %#",
    async (input) => {
      expect(await call("search_docs", input)).toMatchObject({ isError: true });
    },
  );
});

describe("read_page", () => {
  test.each([
    "organizations/invitations",
    "docs/organizations/invitations.md",
    "/organizations/invitations.md#accept-an-invitation",
    "https://github.com/keyhold/keyhold/blob/main/docs/organizations/invitations.md",
  ])("reads %s", async (page) => {
    const { text, isError } = await call("read_page", { page });
    expect(text.startsWith("# Invitations to an organization\n")).toBe(true);
    expect(isError).toBe(false);
  });

  test.each(["organizations/invitation", "../../../etc/passwd"])("names the nearest pages for %s", async (page) => {
    const { text, isError } = await call("read_page", { page });
    expect(text).toContain(`There is no page ${page}. The nearest pages:`);
    expect(isError).toBe(true);
  });
});

describe("explain_error", () => {
  test.each(["INVALID_ORIGIN", "invalid_origin", "INVALID_EMAIL_OR_PASSWORD"])(
    "answers the page of %s",
    async (code) => {
      const { text } = await call("explain_error", { code });
      expect(text.startsWith(`# ${code.toUpperCase()}\n`)).toBe(true);
      expect(text).toContain("## Remedy");
    },
  );

  test("answers the page of a callback's code", async () => {
    const { text } = await call("explain_error", { code: "account_not_linked" });
    expect(text).toContain("`?error=account_not_linked`");
  });

  test("names the nearest pages of an unknown code", async () => {
    const { text, isError } = await call("explain_error", { code: "INVALID_ORIGINS" });
    expect(text).toContain("- errors/INVALID_ORIGIN: INVALID_ORIGIN");
    expect(isError).toBe(true);
  });
});

describe("doctor", () => {
  test("runs the command line and answers its output and its failure", async () => {
    const { text, isError } = await call("doctor", { config: "src/auth.ts", production: true });
    expect(JSON.parse(text)).toEqual([["doctor", "--config", "src/auth.ts"], "production"]);
    expect(isError).toBe(true);
  });

  test.each(["../auth.ts", "/etc/passwd", "."])("runs no file outside of the app: %s", async (config) => {
    expect(await call("doctor", { config })).toEqual({
      text: "`config` must be a file below the folder in which the MCP server runs.",
      isError: true,
    });
  });
});
