import type { IncomingMessage, ServerResponse } from "node:http";
import { type Contender, type OpenOptions, routes } from "./contender.ts";
import { type FloorSessions, openFloorSessions } from "./floor-session.ts";
import { readBody } from "./node-bridge.ts";

/** The minimal work of a Node server for these routes: no framework, no `Request`, no `Response`. */
export function open(options: OpenOptions): Contender {
  const sessions = openFloorSessions(options);
  return {
    listener: (incoming, outgoing) => {
      if (incoming.url === routes.getSession) return answer(outgoing, sessions.read(incoming.headers.cookie ?? ""));
      openSession(sessions, incoming, outgoing).catch(() => outgoing.writeHead(500).end());
    },
    handler: null,
    getSession: async (headers) => JSON.parse(sessions.read(headers.get("cookie") ?? "")),
    migrate: async () => sessions.migrate(),
  };
}

async function openSession(
  sessions: FloorSessions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const input = JSON.parse((await readBody(incoming)).toString());
  const opened = await (incoming.url === routes.signUp ? sessions.signUp(input) : sessions.signIn(input));
  answer(outgoing, opened.body, opened.cookie);
}

function answer(outgoing: ServerResponse, body: string, cookie?: string): void {
  const headers: Record<string, string | number> = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body),
  };
  if (cookie) headers["set-cookie"] = cookie;
  outgoing.writeHead(200, headers).end(body);
}
