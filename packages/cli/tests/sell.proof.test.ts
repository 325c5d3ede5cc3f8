import { execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../tests/harness/free-port.ts";
import { type App, createApp, environment, install, secret } from "./app.ts";

/** docs/billing/sell.md, as a reader types it: the files, the provider, the server and each call. */

const page = readFileSync(join(import.meta.dirname, "../../../docs/billing/sell.md"), "utf8");

const files = Object.fromEntries(
  [...page.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = "", code = ""]) => [path, code]),
);

/** The commands of curl, in the order of the page. */
const calls = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block = ""]) => block.replaceAll("\\\n", " ").split("\n"))
  .filter((line) => line.startsWith("curl "));

/** Starts `keyhold billing-provider`, and answers the lines of billing.env. */
async function startProvider(app: App, webhook: string): Promise<Readonly<Record<string, string>>> {
  const program = join(app.folder, "node_modules/@keyhold/cli/dist/bin.js");
  const { stdout } = app.start([program, "billing-provider", "--port", "0", "--webhook", webhook]);
  if (!stdout) throw new Error("The process has no stdout.");
  const variables: Record<string, string> = {};
  for await (const line of createInterface(stdout)) {
    const [name = "", value = ""] = line.split("=");
    variables[name] = value;
    if (name === "BILLING_PRODUCT_BOOK") break;
  }
  return variables;
}

async function startServer({ folder }: App, url: string, env: Readonly<Record<string, string>>): Promise<void> {
  const flags = ["--disable-warning=ExperimentalWarning", "server.ts"];
  const settings = { ...env, AUTH_SECRET: secret, AUTH_URL: url };
  const child = spawn("node", flags, { cwd: folder, env: environment(settings), stdio: "inherit" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await expect
    .poll(
      () =>
        fetch(`${url}/api/auth/ok`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
}

test("the page leads from an empty folder to a paid order that unlocks the export", { timeout: 120_000 }, async () => {
  expect([Object.keys(files), calls.length]).toEqual([["auth.ts", "server.ts"], 5]);
  // The page has the ports of a machine without other servers.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const here = (text: string): string =>
    text.replaceAll("localhost:3000", `localhost:${port}`).replace("3000", `${port}`);
  const app = createApp(Object.fromEntries(Object.entries(files).map(([path, code]) => [path, here(code)])));
  install(app, ["@keyhold/testing"]);
  await startServer(app, url, await startProvider(app, `${url}/api/auth/billing/webhook`));

  const curl = async (index: number): Promise<string> => {
    const command = `${here(calls[index] ?? "")} --silent`;
    return (await promisify(execFile)("sh", ["-c", command], { cwd: app.folder })).stdout;
  };
  expect(JSON.parse(await curl(0))).toMatchObject({ user: { email: "ada@example.com" } });
  expect(await curl(1)).toBe("Buy Pro first.\n");
  const checkout = JSON.parse(await curl(2));
  const paid = await fetch(checkout.url, {
    method: "POST",
    body: new URLSearchParams({ decision: "pay" }),
    redirect: "manual",
  });
  expect([paid.status, paid.headers.get("location")]).toEqual([303, `${url}/export`]);
  await expect.poll(() => curl(3), { timeout: 20_000 }).toBe("Your data.\n");
  expect(JSON.parse(await curl(4))).toMatchObject({
    subscriptions: [{ status: "active" }],
    entitlements: { export: { has: true } },
  });
});
