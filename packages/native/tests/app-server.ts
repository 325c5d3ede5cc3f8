import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { memory } from "@keyhold/adapter-memory";
import type { TokenStore } from "@keyhold/client/token";
import { createAuth } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { nativeApps } from "@keyhold/native";
import { close, listen, newPerson } from "../../../tests/harness/auth-server.ts";
import { openPage } from "../../../tests/harness/open-page.ts";

/**
 * A real server with apps, on a real port. The page at each other path is `page`. Pages of `origins` get CORS headers, as
 * an app's own framework sends them.
 */
export async function startAppServer(redirectURIs: readonly string[], page = "", origins: readonly string[] = []) {
  const server = createServer();
  const url = await listen(server);
  const auth = createAuth({
    secret: randomBytes(24).toString("hex"),
    baseURL: url,
    database: memory(),
    emailAndPassword: {
      enabled: true,
      passwordHashing: { algorithm: "scrypt", cost: { logN: 4, blockSize: 8, parallelism: 1 } },
    },
    rateLimit: { enabled: false, wrongPasswords: false },
    session: { bearer: true },
    plugins: [
      nativeApps({ clients: { ios: { name: "Example", redirectURIs } } }),
      deviceAuthorization({ clients: { cli: { name: "Example CLI" } }, intervalSeconds: 1 }),
    ],
  });
  const handle = nodeHandler(auth);
  server.on("request", (request, response) => {
    const { origin = "" } = request.headers;
    if (origins.includes(origin)) {
      const allowed = request.headers["access-control-request-headers"];
      response.setHeader("access-control-allow-origin", origin).setHeader("vary", "origin");
      if (allowed !== undefined) response.setHeader("access-control-allow-headers", allowed);
      if (request.method === "OPTIONS") return response.writeHead(204).end();
    }
    if (request.url?.startsWith("/api/auth")) return handle(request, response);
    response.setHeader("content-type", "text/html").end(page);
  });
  return { url, close: () => close(server) };
}

/** A browser that is signed in, and presses the button of the page. */
export async function signedInBrowser(base: string) {
  const person = newPerson();
  const jar = new Map<string, string>();
  async function send(request: (headers: Readonly<Record<string, string>>) => Promise<Response>): Promise<Response> {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await request({ origin: base, cookie });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";", 1);
      jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    return answer;
  }
  const visit = (url: string, form: { readonly method?: string; readonly body?: URLSearchParams } = {}) =>
    send((headers) => openPage(url, { ...form, headers }));
  const post = (path: string, body: object) =>
    send((headers) =>
      fetch(`${base}/api/auth${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { ...headers, "content-type": "application/json" },
      }),
    );
  await post("/sign-up/email", person);

  /** The link to the app that the browser ends at. */
  async function open(url: string): Promise<string> {
    const page = await visit(url);
    const id = /name="id" value="([^"]*)"/.exec(await page.text())?.[1] ?? "";
    const body = new URLSearchParams({ id });
    const end = await visit(`${base}/api/auth/native/confirm`, { method: "POST", body });
    return end.headers.get("location") ?? "";
  }
  return { ...person, open, post };
}

export type SignedInBrowser = Awaited<ReturnType<typeof signedInBrowser>>;

export const storeOf = (map: Map<string, string>): TokenStore => ({
  get: (name) => map.get(name),
  set: (name, item) => map.set(name, item),
  remove: (name) => map.delete(name),
});
