import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { endPage, type PageText } from "./end-page.js";

/** A server for the redirect of one flow (RFC 8252, section 7.3). */
export interface Listener {
  /** The address with the port, e.g. "http://127.0.0.1:49152". */
  readonly origin: string;
  /** Ends the server when the answer that is under way is sent. */
  close(): Promise<void>;
}

/** Answers a link that the browser has opened: what the page says, or null for a link of another flow. */
export type TakeLink = (url: string) => Promise<PageText | null>;

/** Listens at a free port of 127.0.0.1, or of [::1] if this machine has no IPv4. No other machine reaches it. */
export async function listen(path: string, take: TakeLink): Promise<Listener> {
  const server = createServer();
  const origin = await listenAt(server, "127.0.0.1").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EADDRNOTAVAIL" && error.code !== "EAFNOSUPPORT") throw error;
    return listenAt(server, "::1");
  });
  const answering = new Set<Promise<void>>();
  server.on("request", ({ method, url = "", headers }, response) => {
    // A name of an attacker that leads to this machine is not this address.
    const isHere = method === "GET" && `http://${headers.host}` === origin && url.split("?", 1)[0] === path;
    if (!isHere) return send(response, 404, endPage("notFound"));
    const answer = take(origin + url).then((text) => send(response, text ? 200 : 400, endPage(text ?? "unknown")));
    answering.add(answer);
    void answer.finally(() => answering.delete(answer));
  });
  return {
    origin,
    async close() {
      server.close();
      await Promise.all(answering);
      server.closeIdleConnections();
    },
  };
}

function listenAt(server: Server, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, () => {
      server.off("error", reject);
      const { port } = server.address() as AddressInfo;
      resolve(`http://${host.includes(":") ? `[${host}]` : host}:${port}`);
    });
  });
}

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  connection: "close",
};

function send(response: ServerResponse, status: number, page: string): Promise<void> {
  return new Promise((resolve) => {
    response.on("close", resolve);
    response.writeHead(status, headers).end(page);
  });
}
