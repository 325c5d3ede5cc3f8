import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { type PasskeyOptions, passkey } from "@keyhold/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { build } from "esbuild";
import type { BrowserContext, Page } from "playwright-core";
import { addDevice, type Device } from "./passkey-device.ts";

/** A page with a form for autofill, and the script. */
async function pageOf(script: string, resolveDir: string, alias: Readonly<Record<string, string>>): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: script, loader: "ts", resolveDir },
    bundle: true,
    alias,
    define: { "process.env.NODE_ENV": '"production"' },
    platform: "browser",
    write: false,
  });
  const code = outputFiles[0]?.text.replaceAll("</script", "<\\/script");
  return `<!doctype html><body><input autocomplete="username webauthn"></body><script>${code}</script>`;
}

/** An app with passkeys on http://localhost, where browsers have them without https. */
export async function startApp(
  { script, resolveDir, alias = {} }: { script: string; resolveDir: string; alias?: Readonly<Record<string, string>> },
  options: Partial<PasskeyOptions> = {},
  now: () => Date = () => new Date(),
) {
  const page = await pageOf(script, resolveDir, alias);
  const requests: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const auth = createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL: url,
    database: memory(),
    now,
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
    rateLimit: { enabled: false, wrongPasswords: false },
    plugins: [twoFactor(), passkey(options)],
  });
  const handle = nodeHandler(auth);
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/api/auth")) return response.setHeader("content-type", "text/html").end(page);
    requests.push(`${request.method} ${request.url.replace("/api/auth", "").split("?")[0]}`);
    return handle(request, response);
  });
  return {
    url,
    auth,
    requests,
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export type App = Awaited<ReturnType<typeof startApp>>;

/**
 * A page of the app, with a virtual authenticator that answers without a click (WebDriver, "Virtual Authenticators").
 * `verifies`: whether it verifies the user. Default true.
 */
export async function openPage(
  context: BrowserContext,
  url: string,
  options: { readonly verifies?: boolean } = {},
): Promise<Device & { readonly page: Page }> {
  const page = await context.newPage();
  const device = await addDevice(page, options);
  await page.goto(url);
  return { page, ...device };
}
