import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { memory } from "@keyhold/adapter-memory";
import { createBrowser } from "@keyhold/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApp } from "./server.ts";

const program = fileURLToPath(new URL("cli.ts", import.meta.url));
let app: ReturnType<typeof createApp>;
let home: string;

beforeEach(async () => {
  process.env.AUTH_SECRET = `for tests only: ${crypto.randomUUID()}`;
  app = createApp(memory(), "http://localhost:3000");
  app.server.listen(0, "127.0.0.1");
  await once(app.server, "listening");
  home = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  delete process.env.AUTH_SECRET;
  app.server.close();
});

/** The program, and its lines as they come. */
function run() {
  const child = spawn(process.execPath, ["--no-warnings", program], { env: { ...process.env, APP_URL: home } });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value ?? "";
  return { next, ended: once(child, "exit") };
}

async function signedUp() {
  const browser = createBrowser(app.auth, { baseURL: "http://localhost:3000", ipAddress: "203.0.113.7" });
  const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
  expect((await browser.post("/sign-up/email", account)).status).toBe(200);
  return browser;
}

const codeIn = (line: string): string => /the code (\S+)$/.exec(line)?.[1] ?? "";

test("the program signs in by a code, and calls the API with the result", async () => {
  const browser = await signedUp();
  const { next, ended } = run();
  const line = await next();
  expect(line).toMatch(/^Open http:\/\/localhost:3000\/device and enter the code [A-Z]{4}-[A-Z]{4}$/);
  expect((await browser.post("/device/approve", { userCode: codeIn(line) })).status).toBe(200);
  expect([await next(), (await ended)[0]]).toEqual(["Deployed for Ada.", 0]);
});

test("the program ends with an error if the user denies", async () => {
  const browser = await signedUp();
  const { next, ended } = run();
  expect((await browser.post("/device/deny", { userCode: codeIn(await next()) })).status).toBe(200);
  expect([await next(), (await ended)[0]]).toEqual(["", 1]);
});

test("the API needs the scope", async () => {
  const browser = await signedUp();
  const ask = (path: string, body: object) =>
    fetch(`${home}/api/auth/device${path}`, { method: "POST", body: new URLSearchParams({ ...body }) });
  const { device_code, user_code } = await (
    await ask("/code", { client_id: "example-cli", scope: "read:logs" })
  ).json();
  await browser.post("/device/approve", { userCode: user_code });
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const { access_token } = await (await ask("/token", { client_id: "example-cli", device_code, grant_type })).json();
  const deploy = (headers: HeadersInit) => fetch(`${home}/api/deploy`, { method: "POST", headers });
  expect((await deploy({ authorization: `Bearer ${access_token}` })).status).toBe(403);
  expect((await deploy({})).status).toBe(401);
});
