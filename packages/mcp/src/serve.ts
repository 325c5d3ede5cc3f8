import { createRequire } from "node:module";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readPages } from "./pages.js";
import { createServer, type ServerOptions } from "./server.js";

/**
 * Serves the documentation and the checks of an app over stdin and stdout, until the client closes stdin. The command
 * `keyhold mcp` calls this function.
 *
 * @param options `cli`: the program of the command line, for the tool `doctor`
 * @example await serve({ cli: [process.execPath, "node_modules/@keyhold/cli/dist/bin.js"] });
 */
export async function serve({ cli }: Pick<ServerOptions, "cli">): Promise<void> {
  const manifest: unknown = createRequire(import.meta.url)("@keyhold/mcp/package.json");
  const version = String(Reflect.get(Object(manifest), "version"));
  const server = createServer({ pages: readPages(), version, cli });
  const closed = new Promise<void>((done) => process.stdin.once("close", done).once("end", done));
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
