import { once } from "node:events";
import { cpSync, existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type App, createApp, install } from "./app.ts";

/** `keyhold billing-provider` as a process. */

const start = ({ start, folder }: App) =>
  start([join(folder, "node_modules/@keyhold/cli/dist/bin.js"), "billing-provider", "--port", "0"]);

test("the provider prints its variables, answers, and ends with 0 when it is asked to stop", async () => {
  const app = createApp();
  const child = start(app);
  if (!child.stdout) throw new Error("The process has no stdout.");
  const variables: Record<string, string> = {};
  for await (const line of createInterface(child.stdout)) {
    const [name = "", value = ""] = line.split("=");
    variables[name] = value;
    if (name === "BILLING_PRODUCT_BOOK") break;
  }
  const { BILLING_API_URL: url, BILLING_ACCESS_TOKEN: token } = variables;
  const answer = await fetch(`${url}/v1/products/`, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toMatchObject({ pagination: { total_count: 3 } });
  expect((await fetch(`${url}/v1/products/`)).status).toBe(401);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
  expect(existsSync(join(app.folder, ".billing-provider.json"))).toBe(true);
});

test("without @keyhold/testing the command says which package is missing, and how to install it", async () => {
  const app = createApp();
  install(app, ["commander"]);
  const cli = join(app.folder, "node_modules/@keyhold/cli");
  rmSync(cli);
  const own = dirname(dirname(fileURLToPath(import.meta.url)));
  for (const name of ["dist", "package.json"]) cpSync(join(own, name), join(cli, name), { recursive: true });
  const child = start(app);
  if (!child.stderr) throw new Error("The process has no stderr.");
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect(printed).toContain("`keyhold billing-provider` needs the package @keyhold/testing, which is not installed.");
  expect(printed).toContain("npm install --save-dev @keyhold/testing");
  expect(code).toBe(1);
});
