import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createBrowser } from "@keyhold/testing";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { comeBack, setOut, useIdentityProvider } from "./harness/sign-in-flow.ts";

const app = `
  import { memory } from "@keyhold/adapter-memory";
  import { createAuth } from "@keyhold/core";
  export const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: memory(),
    emailAndPassword: { enabled: true, passwordHashing: { algorithm: "scrypt", cost: { logN: 10, blockSize: 8, parallelism: 1 } } },
  });
`;

const socialApp = `
  import { memory } from "@keyhold/adapter-memory";
  import { createAuth } from "@keyhold/core";
  import { social } from "@keyhold/social";
  import { google as createGoogle } from "@keyhold/social/google";
  export const open = ({ clientId, clientSecret, fetch }) => createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "https://app.example.com",
    database: memory(),
    plugins: [social({ providers: [createGoogle({ clientId, clientSecret })], fetch })],
  });
`;

/** Bundles the built packages as a platform's own bundler would. */
const bundle = (contents: string, conditions: string[], outfile: string) =>
  build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: [...conditions, "import"],
    outfile,
    metafile: true,
    // The published files, not the sources in our own tsconfig.
    tsconfigRaw: {},
    logLevel: "silent",
  });

describe("the core on platforms without Node's modules", () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  const outfile = join(folder, "worker.mjs");
  let inputs: string[] = [];

  beforeAll(async () => {
    const { metafile } = await bundle(app, ["workerd", "worker"], outfile);
    inputs = Object.keys(metafile.inputs);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a worker's bundle has no module of Node and uses the implementations without them", () => {
    expect(inputs.filter((input) => input.includes("node:"))).toEqual([]);
    expect(inputs.filter((input) => /(digest|password)\.node/.test(input))).toEqual([]);
    expect(inputs.some((input) => input.endsWith("secret/digest.pure.js"))).toBe(true);
  });

  test("a user signs up and is recognised there", async () => {
    const { auth } = await import(pathToFileURL(outfile).href);
    const call = (path: string, init?: RequestInit): Promise<Response> =>
      auth.handler(new Request(`http://localhost:3000/api/auth${path}`, init), { ipAddress: "203.0.113.7" });
    const body = JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse" });
    const signedUp = await call("/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(signedUp.status).toBe(200);
    const cookie = signedUp.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const session = await call("/get-session", { headers: { cookie } });
    expect(await session.json()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});

describe("social sign-in on platforms without Node's modules", () => {
  const idp = useIdentityProvider();
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  const outfile = join(folder, "worker.mjs");
  const files = globSync("../packages/social/src/providers/*.ts", { cwd: import.meta.dirname });
  const providers = files.map((file) => basename(file, ".ts"));
  let inputs: string[] = [];

  beforeAll(async () => {
    const all = providers.map((id) => `export * as ${id} from "@keyhold/social/${id}";`).join("\n");
    const { metafile } = await bundle(`${all}\n${socialApp}`, ["workerd", "worker"], outfile);
    inputs = Object.keys(metafile.inputs);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("a worker's bundle has every provider and no module of Node", () => {
    expect(inputs.filter((input) => input.includes("node:"))).toEqual([]);
    expect(inputs.filter((input) => input.includes("social/dist/providers/"))).toHaveLength(providers.length);
  });

  test("a user signs in with a provider and is recognised there", async () => {
    const { open } = await import(pathToFileURL(outfile).href);
    const auth = open(idp());
    const browser = createBrowser(auth, { baseURL: "https://app.example.com", ipAddress: "203.0.113.7" });
    const url = await setOut({ auth, browser }, { provider: "google", callbackURL: "/home" });
    const landing = await comeBack({ auth, browser }, await idp().authorize(url));
    expect(landing.url.href).toBe("https://app.example.com/home");
    const session = await browser.get("/get-session");
    expect(await session.json()).toMatchObject({ user: { email: "jsmith@example.com", emailVerified: true } });
  });
});
