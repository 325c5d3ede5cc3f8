import { generateKeyPairSync } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { dialects } from "@keyhold/testing/identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Demo, runToEnd, startDemo } from "./demo.ts";

/** The names of the providers that screens get. */
async function offeredBy({ url }: Demo): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/auth/public-options`);
  const { providers }: { readonly providers: readonly { readonly name: string }[] } = await response.json();
  return providers.map(({ name }) => name);
}

describe("the server", () => {
  let demo: Demo;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.stop());

  test("logs the tables of a new database", () => {
    expect(demo.printed()).toMatch(/^Making the tables: \d+ statements/m);
  });

  test("generates its own secret, in a file that only its user can read", () => {
    const secret = join(demo.folder, "secret");
    expect(readFileSync(secret, "utf8")).toMatch(/^[\w+/]{43}=$/);
    expect(statSync(secret).mode & 0o777).toBe(0o600);
  });

  test("has an administrator, made at the first start with a password of its own", async () => {
    const line = /^Administrator: admin@example\.com, first password [0-9a-f]{24}$/m;
    await expect.poll(() => line.test(demo.printed())).toBe(true);
    const [told] = line.exec(demo.printed()) ?? [];
    expect(statSync(join(demo.folder, "administrator")).mode & 0o777).toBe(0o600);
    const again = await startDemo({ DATA_FOLDER: demo.folder });
    await expect.poll(() => line.exec(again.printed())?.[0]).toBe(told);
    await again.stop();
  });

  test("allows its pages only their own files", async () => {
    const { headers } = await fetch(demo.url);
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("has no inline script, and serves only the built files", async () => {
    const first = await (await fetch(demo.url)).text();
    const page = await (await fetch(`${demo.url}/sign-in`)).text();
    for (const html of [first, page]) expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/);
    for (const path of ["/../server/main.ts", "/%2e%2e/package.json", "/assets/", "/data/secret"]) {
      const response = await fetch(demo.url + path);
      expect(response.status).toBe(404);
      expect(await response.text()).toBe(page);
    }
    expect((await fetch(demo.url, { method: "POST" })).status).toBe(405);
  });

  test("shows emails only for its own host name", async () => {
    const statusFor = (host: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const options = { port: demo.port, path: "/api/mailbox", headers: { host } };
        get(options, (response) => resolve(response.resume().statusCode)).on("error", reject);
      });
    expect(await statusFor(`localhost:${demo.port}`)).toBe(200);
    expect(await statusFor(`rebound.example:${demo.port}`)).toBe(404);
  });

  test("explains what to do when its port is in use", async () => {
    const { code, printed } = await runToEnd({ PORT: String(demo.port), DATA_FOLDER: demo.folder });
    expect(code).toBe(1);
    expect(printed).toBe(`Port ${demo.port} is taken: choose another one, as in PORT=${demo.port + 1} npm run demo.\n`);
  });

  test("offers its own provider, and those with a registration in the environment", async () => {
    expect(await offeredBy(demo)).toEqual(["Example ID"]);
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const privateKey = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const apple = { APPLE_TEAM_ID: "TEAM123456", APPLE_KEY_ID: "KEY1234567", APPLE_PRIVATE_KEY: privateKey };
    const names = Object.keys(dialects).map((id) => id.toUpperCase());
    const registrations = names.flatMap((name) => [
      [`${name}_CLIENT_ID`, "an id"],
      [`${name}_CLIENT_SECRET`, "a secret"],
    ]);
    const registered = await startDemo({ ...Object.fromEntries(registrations), ...apple });
    try {
      const all = ["Example ID", ...Object.values(dialects).map(({ name }) => name)];
      expect((await offeredBy(registered)).toSorted()).toEqual(all.toSorted());
    } finally {
      await registered.stop();
    }
  });

  test("has neither mailbox nor provider nor administrator of its own in production", async () => {
    const production = await startDemo({ NODE_ENV: "production" });
    try {
      expect(production.printed()).not.toContain("Administrator");
      expect(await offeredBy(production)).toEqual([]);
      expect(await (await fetch(production.url)).text()).not.toMatch(/data-(mailbox|guests)/);
      for (const path of ["/mailbox", "/api/mailbox", "/api/mailbox/1.html"]) {
        expect((await fetch(production.url + path)).status).toBe(404);
      }
    } finally {
      await production.stop();
    }
  });
});
