import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Exported } from "../quick-info.ts";
import { everyPluginModules, pluginPackages } from "./every-plugin.ts";
import { install } from "./install.ts";
import { packAll, root } from "./pack.ts";

/**
 * A workspace with the server and the web app of tests/fixtures/consumer, with the packed packages installed by pnpm.
 */

/** Each app has access to its own dependencies only. */
const needs = {
  server: ["@keyhold/core", "@keyhold/adapter-memory", "@keyhold/access", ...pluginPackages],
  web: ["@keyhold/react", "react", ...pluginPackages],
};

/** All calls: of the server, and of the browser. */
export const parts: readonly Exported[] = [
  { file: "server/auth.ts", name: "api" },
  { file: "web/auth-client.ts", name: "authClient" },
];

export async function installConsumer(): Promise<{ readonly workspace: string; readonly remove: () => void }> {
  const workspace = mkdtempSync(join(tmpdir(), "keyhold-consumer-"));
  const { packages, remove } = await packAll();
  install("pnpm", workspace, packages, needs);
  remove();
  for (const part of Object.keys(needs)) {
    cpSync(join(root, "tests/fixtures/consumer", part), join(workspace, part), { recursive: true });
    writeFileSync(join(workspace, part, "package.json"), '{ "type": "module" }');
  }
  for (const [path, text] of Object.entries(everyPluginModules)) writeFileSync(join(workspace, path), text);
  return { workspace, remove: () => rmSync(workspace, { recursive: true, force: true }) };
}
