// The type of a server: an app that exports its server can name it.
export type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
export { type Page, readPages } from "./pages.js";
export { serve } from "./serve.js";
export { createServer, type ServerOptions } from "./server.js";
