export { type Page, readPages } from "./pages.js";
export { serve } from "./serve.js";
export { createServer, type McpServer, type ServerOptions } from "./server.js";
