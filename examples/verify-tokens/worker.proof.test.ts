import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { jwt } from "@keyhold/jwt";
import { createBrowser } from "@keyhold/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RuntimeServer } from "../../tests/harness/runtimes/app-tests.ts";
import { startWorkerd } from "../../tests/harness/runtimes/workerd.ts";

const audience = "https://api.example.com";
const folder = mkdtempSync(join(tmpdir(), "keyhold-verifier-"));
let app: Server;
let url: string;
let worker: RuntimeServer;
let token: string;
/** The requests for keys; each waits until `answer` is called, if `isHeld`. */
const asked: { readonly answer: () => void }[] = [];
let isHeld = false;

beforeAll(async () => {
  app = createServer();
  app.listen(0, "127.0.0.1");
  await once(app, "listening");
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  const secret = `for tests only: ${crypto.randomUUID()}`;
  const plugins = [jwt({ audiences: [audience] })];
  const auth = createAuth({ secret, baseURL: url, database: memory(), emailAndPassword: { enabled: true }, plugins });
  const answerAuth = nodeHandler(auth);
  app.on("request", (request, response) => {
    const answer = () => void answerAuth(request, response);
    if (request.url !== "/api/auth/jwks") return answer();
    asked.push({ answer });
    if (!isHeld) answer();
  });
  const browser = createBrowser(auth, { baseURL: url, ipAddress: "203.0.113.7" });
  const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery staple" };
  await browser.post("/sign-up/email", account);
  token = (await (await browser.get("/token")).json()).token;
  await build({
    entryPoints: [fileURLToPath(new URL("worker.ts", import.meta.url))],
    outfile: join(folder, "worker.mjs"),
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "import"],
    logLevel: "silent",
  });
});
beforeEach(async () => {
  await worker?.stop();
  isHeld = false;
  asked.length = 0;
  const variables = { APP_URL: url };
  worker = await startWorkerd(folder, { withSql: [], entrypoint: null, variables, reachesThisMachine: true });
});
afterAll(async () => {
  await worker?.stop();
  app.close();
  rmSync(folder, { recursive: true });
});

const ask = (given: string | null, init: RequestInit = {}): Promise<Response> =>
  fetch(worker.url, { ...init, headers: given === null ? {} : { authorization: `Bearer ${given}` } });
const askedFor = (count: number): Promise<void> =>
  expect.poll(() => asked.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count) as unknown as Promise<void>;

test("a worker without a database takes tokens of the app, and fetches its keys once", async () => {
  for (let calls = 0; calls < 3; calls += 1) {
    const answer = await ask(token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ userId: expect.any(String) });
  }
  expect(asked).toHaveLength(1);
});

test("a worker takes no other token", async () => {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const none = `${encode({ alg: "none", typ: "at+jwt" })}.${claims}.`;
  const changed = `${header}.${encode({ ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub: "root" })}`;
  for (const wrong of [null, "garbage", none, `${changed}.${signature}`, `${header}.${claims}.${"A".repeat(86)}`])
    expect((await ask(wrong)).status).toBe(401);
});

test("requests at once are answered, each by keys of its own request", async () => {
  isHeld = true;
  const answers = Array.from({ length: 8 }, () => ask(token));
  await askedFor(1);
  isHeld = false;
  for (const { answer } of asked) answer();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test("a client that goes away while the keys are fetched stops no other client", async () => {
  isHeld = true;
  const gone = new AbortController();
  const lost = ask(token, { signal: gone.signal }).catch(() => "gone");
  await askedFor(1);
  gone.abort();
  expect(await lost).toBe("gone");
  isHeld = false;
  expect((await ask(token, { signal: AbortSignal.timeout(20_000) })).status).toBe(200);
});
