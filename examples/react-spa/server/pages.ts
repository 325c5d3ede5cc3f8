import { globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { isScreen } from "../shared/paths.ts";
import { completePage } from "./complete-page.ts";
import { renderPage } from "./render-page.ts";
import { isDevelopment } from "./settings.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

const headers = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The user's picture can be on any host, or in the database as a small picture itself.
    "img-src 'self' https: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The files of the built page, read once: no other file is served. */
const dist = join(import.meta.dirname, "../dist/client");
const files = new Map(
  globSync("**/*.*", { cwd: dist }).map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(dist, name))]),
);

/** The files of texts as Brotli, compressed at the first request. */
const compressed = new Map<string, Buffer>();

const brotli = (text: Buffer | string, quality: number): Buffer =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

function compressedFile(path: string, file: Buffer): Buffer {
  const known = compressed.get(path) ?? brotli(file, 9);
  compressed.set(path, known);
  return known;
}

const isText = (path: string): boolean => [".js", ".css", ".svg"].includes(extname(path));
const built = files.get("/index.html")?.toString() ?? "Not built yet: run npm run build.";
let index: string | null = null;

/** Completed at the first request: the shop is open by then. */
function readPage(): string {
  index ??= completePage(built);
  return index;
}

const mailbox = /^\/mailbox(\/\d+)?$/;

const isShown = (path: string): boolean => isScreen(path) || (isDevelopment && mailbox.test(path));

/** Answers a built file, or the page itself, with the screen of the path. */
export async function answerPage(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { ...headers, allow: "GET, HEAD" }).end();
    return;
  }
  const file = path === "/index.html" ? undefined : files.get(path);
  const accepts = /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  if (!file) return answerHtml(request, response, { path, accepts });
  const isHashed = path.startsWith("/assets/");
  const isCompressed = isText(path) && accepts;
  response.writeHead(200, {
    ...headers,
    "content-type": types[extname(path)] ?? "application/octet-stream",
    ...(isText(path) && { vary: "accept-encoding" }),
    ...(isCompressed && { "content-encoding": "br" }),
    "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  const body = isCompressed ? compressedFile(path, file) : file;
  response.end(request.method === "HEAD" ? undefined : body);
}

interface Asked {
  readonly path: string;
  readonly accepts: boolean;
}

/** The page. It is rendered for the session of the request, or by the browser: then, and if rendering fails, it is empty. */
async function answerHtml(request: IncomingMessage, response: ServerResponse, { path, accepts }: Asked): Promise<void> {
  const rendered = await renderPage(request, path, built).catch((error: unknown) => {
    console.error(error);
    return null;
  });
  response.writeHead(isShown(path) ? 200 : 404, {
    ...headers,
    "content-type": types[".html"],
    vary: "accept-encoding, accept-language, cookie",
    ...(accepts && { "content-encoding": "br" }),
    "cache-control": rendered === null ? "no-cache" : "no-store",
  });
  const html = rendered ?? readPage();
  const body = accepts ? brotli(html, 4) : html;
  response.end(request.method === "HEAD" ? undefined : body);
}
