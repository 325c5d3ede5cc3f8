import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Serves a built site as hosts of static files do: a file is compressed once. The preview of VitePress compresses each
 * response at the highest level, which takes longer than the transfer.
 */
export async function serveCompressed(folder: string): Promise<{ readonly url: string; stop(): void }> {
  const compressed = new Map<string, Buffer>();
  function read(file: string): Buffer {
    const known = compressed.get(file) ?? gzipSync(readFileSync(file));
    compressed.set(file, known);
    return known;
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = [path, `${path}.html`, join(path, "index.html")]
      .map((name) => join(folder, name))
      .find((name) => name.startsWith(folder) && existsSync(name) && statSync(name).isFile());
    if (!file) return response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    response.setHeader("content-encoding", "gzip").end(read(file));
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://localhost:${port}`, stop: () => void server.close() };
}
