import { once } from "node:events";
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterEach, expect, test } from "vitest";
import { createApp, install, secret, sqliteAuth } from "./app.ts";

/** `keyhold mcp` over stdio, with the client of the official SDK. */

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function connect(files: Readonly<Record<string, string>>): Promise<Client> {
  const app = createApp(files);
  const client = new Client({ name: "test", version: "1.0.0" });
  const env = { ...getDefaultEnvironment(), AUTH_SECRET: secret };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(app.folder, "node_modules/@keyhold/cli/dist/bin.js"), "mcp"],
      cwd: app.folder,
      env,
    }),
  );
  open.push(client);
  return client;
}

const textOf = ({ content }: Awaited<ReturnType<Client["callTool"]>>): string =>
  (content as readonly { readonly text: string }[]).map(({ text }) => text).join("\n");

test("an agent finds a page, reads the page, and looks up an error", async () => {
  const client = await connect({});
  expect(client.getServerVersion()?.name).toBe("keyhold");
  const found = await client.callTool({ name: "search_docs", arguments: { query: "invite a member" } });
  expect(textOf(found)).toContain("## organizations/invitations\n");
  const page = await client.callTool({ name: "read_page", arguments: { page: "organizations/invitations" } });
  expect(textOf(page)).toContain("# Invitations to an organization");
  const error = await client.callTool({ name: "explain_error", arguments: { code: "INVALID_ORIGIN" } });
  expect(textOf(error)).toContain("## Remedy");
});

test("an agent checks an app, and a config that prints does not disturb the protocol", async () => {
  const client = await connect({ "auth.ts": `console.log("from the config");\n${sqliteAuth()}` });
  const checked = await client.callTool({ name: "doctor", arguments: {} });
  expect(textOf(checked)).toMatch(/config +auth\.ts/);
  expect(textOf(checked)).toContain("failed");
  expect((await client.listTools()).tools).toHaveLength(4);
});

test("without @keyhold/mcp the command says which package is missing, and how to install it", async () => {
  const app = createApp();
  install(app, ["commander"]);
  const cli = join(app.folder, "node_modules/@keyhold/cli");
  rmSync(cli);
  const own = dirname(dirname(fileURLToPath(import.meta.url)));
  for (const name of ["dist", "package.json"]) cpSync(join(own, name), join(cli, name), { recursive: true });
  const child = app.start([join(cli, "dist/bin.js"), "mcp"]);
  if (!child.stderr) throw new Error("The process has no stderr.");
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(printed).toContain("`keyhold mcp` needs the package @keyhold/mcp, which is not installed.");
  expect(printed).toContain("npm install --save-dev @keyhold/mcp");
  expect(code).toBe(1);
});
