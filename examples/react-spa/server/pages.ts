import { globSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { isScreen } from "../shared/paths.ts";
import { completePage } from "./complete-page.ts";
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
const dist = join(import.meta.dirname, "../dist");
const files = new Map(
  globSync("**/*.*", { cwd: dist }).map((name) => [`/${name.replaceAll("\\", "/")}`, readFileSync(join(dist, name))]),
);

/** The files of texts as Brotli, compressed at the first request. */
const compressed = new Map<string, Buffer>();

function brotli(path: string, file: Buffer): Buffer {
  const known = compressed.get(path) ?? brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
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

/** Answers a built file, or the page itself, which renders the screen of the path. */
export function answerPage(request: IncomingMessage, response: ServerResponse, path: string): void {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { ...headers, allow: "GET, HEAD" }).end();
    return;
  }
  const file = path === "/index.html" ? undefined : files.get(path);
  const isHashed = path.startsWith("/assets/");
  const isCompressed =
    file !== undefined && isText(path) && /\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""));
  response.writeHead(file || isShown(path) ? 200 : 404, {
    ...headers,
    "content-type": types[file ? extname(path) : ".html"] ?? "application/octet-stream",
    ...(file && isText(path) && { vary: "accept-encoding" }),
    ...(isCompressed && { "content-encoding": "br" }),
    "cache-control": file && isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  const body = isCompressed ? brotli(path, file) : (file ?? readPage());
  response.end(request.method === "HEAD" ? undefined : body);
}
