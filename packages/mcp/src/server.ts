import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { type DoctorInput, runDoctor } from "./doctor.js";
import { findErrorPage, findPage, type Page } from "./pages.js";
import { createSearch } from "./search.js";

// An app that exports its server can name the type.
export type { McpServer };

/** What the server answers from. */
export interface ServerOptions {
  /** The pages of the documentation, e.g. `readPages()`. */
  readonly pages: readonly Page[];
  /** The version of the package. */
  readonly version: string;
  /** The program of the command line and the first words, for the tool `doctor`: `[process.execPath, "…/bin.js"]`. */
  readonly cli: readonly string[];
}

const answer = (text: string, isError = false): CallToolResult => ({ content: [{ type: "text", text }], isError });

const isReadOnly = { readOnlyHint: true, openWorldHint: false };

/**
 * Creates an MCP server with the tools `search_docs`, `read_page`, `explain_error` and `doctor`. The caller connects
 * the transport.
 *
 * @example await createServer({ pages: readPages(), version: "1.0.0", cli }).connect(new StdioServerTransport());
 */
export function createServer({ pages, version, cli }: ServerOptions): McpServer {
  const server = new McpServer(
    { name: "keyhold", version },
    { instructions: `The documentation of Keyhold ${version}, an authentication library, and the checks of this app.` },
  );
  registerPages(server, pages);
  registerDoctor(server, cli);
  return server;
}

/** The tools that answer from the pages. */
function registerPages(server: McpServer, pages: readonly Page[]): void {
  const search = createSearch(pages);
  const suggest = (query: string): string =>
    search(query.replaceAll(/[_/]/g, " "), 5)
      .map(({ path, title }) => `- ${path}: ${title}`)
      .join("\n");

  server.registerTool(
    "search_docs",
    {
      title: "Search the documentation",
      description: "Searches the documentation of Keyhold. Answers the paths of pages for read_page.",
      inputSchema: { query: z.string().min(1).max(200), max: z.int().min(1).max(20).default(5) },
      annotations: isReadOnly,
    },
    ({ query, max }) => {
      const found = search(query, max);
      if (found.length === 0) return answer(`No page has the words "${query}".`);
      return answer(
        found
          .map(({ path, title, heading, excerpt }) =>
            [`## ${path}`, heading === title ? title : `${title}: ${heading}`, "", excerpt].join("\n"),
          )
          .join("\n\n"),
      );
    },
  );
  server.registerTool(
    "read_page",
    {
      title: "Read a page",
      description: "Answers a page of the documentation as Markdown, e.g. organizations/invitations.",
      inputSchema: { page: z.string().min(1).max(300) },
      annotations: isReadOnly,
    },
    ({ page }) => {
      const found = findPage(pages, page);
      return found
        ? answer(found.text)
        : answer(`There is no page ${page}. The nearest pages:\n${suggest(page)}`, true);
    },
  );
  server.registerTool(
    "explain_error",
    {
      title: "Explain an error code",
      description: "Answers status, cause, remedy and routes of an error code, e.g. INVALID_ORIGIN or state_mismatch.",
      inputSchema: { code: z.string().min(1).max(100) },
      annotations: isReadOnly,
    },
    ({ code }) => {
      const found = findErrorPage(pages, code.trim());
      return found
        ? answer(found.text)
        : answer(`There is no error ${code}. The nearest pages:\n${suggest(code)}`, true);
    },
  );
}

/** The tool that checks the app. */
function registerDoctor(server: McpServer, cli: readonly string[]): void {
  server.registerTool(
    "doctor",
    {
      title: "Check this app",
      description:
        "Runs `keyhold doctor` in the folder of this app: config, database, cookies, origins, proxies and clock. " +
        "It loads the module with the auth, and changes nothing.",
      inputSchema: {
        config: z.string().max(500).optional().describe("the module that exports `auth`; found by itself if absent"),
        production: z.boolean().optional().describe("true checks the app as in production"),
      },
      annotations: { readOnlyHint: true },
    },
    async (input: DoctorInput) => {
      const { isPassed, text } = await runDoctor(cli, input);
      return answer(text, !isPassed);
    },
  );
}
