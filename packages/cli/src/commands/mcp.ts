import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { exitCodes, Failure } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** Serves the documentation and the checks of this app to a coding agent, until the agent closes stdin. */
export async function mcp(_: Terminal): Promise<number> {
  const { serve } = await load();
  await serve({ cli: [process.execPath, binary()] });
  return exitCodes.done;
}

/** The program of the command line, also when an app calls `run`. */
const binary = (): string =>
  join(dirname(createRequire(import.meta.url).resolve("@keyhold/cli/package.json")), "dist/bin.js");

/** The server is a separate package: larger than the rest of the command line. */
async function load(): Promise<typeof import("@keyhold/mcp")> {
  try {
    return await import("@keyhold/mcp");
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Failure(
      "`keyhold mcp` needs the package @keyhold/mcp, which is not installed.",
      "npm install --save-dev @keyhold/mcp",
      { cause: error },
    );
  }
}
