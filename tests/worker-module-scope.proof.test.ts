import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RuntimeServer } from "./harness/runtimes/app-tests.ts";
import { startWorkerd } from "./harness/runtimes/workerd.ts";

/** An app with every plugin, whose auth is made where each example of the pages makes it: beside the imports. */
const program = `
  import { memory } from "@keyhold/adapter-memory";
  import { admin } from "@keyhold/admin";
  import { billing, billingHandlers } from "@keyhold/billing";
  import { createAuth } from "@keyhold/core";
  import { openApi } from "@keyhold/openapi";
  import { organization } from "@keyhold/organization";
  import { teams } from "@keyhold/organization/teams";
  import { passkey } from "@keyhold/passkey";
  import { direct } from "@keyhold/passkey/attestation";
  import { publicOptions } from "@keyhold/public-options";
  import { social } from "@keyhold/social";
  import { google } from "@keyhold/social/google";
  import { twoFactor } from "@keyhold/two-factor";
  import { username } from "@keyhold/username";

  export const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: "http://localhost:3000",
    database: memory(),
    clientAddress: { header: "cf-connecting-ip", trustedProxies: 1 },
    session: { bearer: true, cookieCache: { enabled: true } },
    emailAndPassword: { enabled: true },
    plugins: [
      username(), twoFactor(), passkey({ attestation: direct() }), organization(), teams(), admin(), openApi(), publicOptions(),
      social({ providers: [google({ clientId: "id", clientSecret: "secret" })] }),
      billing({ webhook: { secret: "polar_whs_b25seSBmb3IgdGhpcyB0ZXN0", handlers: billingHandlers() } }),
    ],
  });
  // With the recipe and the cookies of the previous library.
  export const beside = createAuth({
    secret: "only for this test: 7d0e5b8a4c1f2936",
    baseURL: "http://localhost:3000",
    database: memory(),
    emailAndPassword: { enabled: true },
    cookies: {
      continueFrom: { prefix: "better-auth", secret: "only for this test: 1b6f3c9e2a5d8074", isStillRunning: true },
    },
  });
  export const router = { fetch: (request) => auth.handler(request) };
`;

describe("a worker with createAuth in module scope, and every plugin", () => {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-worker-"));
  let server: RuntimeServer;

  beforeAll(async () => {
    await build({
      stdin: { contents: program, resolveDir: import.meta.dirname },
      outfile: join(folder, "worker.mjs"),
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module", "main"],
      conditions: ["workerd", "worker", "import"],
      // The published files, not the sources in our own tsconfig.
      tsconfigRaw: {},
      logLevel: "silent",
    });
    server = await startWorkerd(folder, { withSql: [] });
  }, 60_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const call = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(`/api/auth${path}`, server.url), {
      ...init,
      headers: { origin: "http://localhost:3000", "cf-connecting-ip": "203.0.113.7", ...init.headers },
    });

  test("starts, signs a user up and knows the user's session", async () => {
    const signedUp = await call("/sign-up/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Ada", email: "ada@example.com", password: "correct horse battery" }),
    });
    expect(signedUp.status, await signedUp.clone().text()).toBe(200);
    const cookie = signedUp.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const session = await call("/get-session", { headers: { cookie } });
    expect(await session.json()).toMatchObject({ user: { email: "ada@example.com" } });
  });
});
