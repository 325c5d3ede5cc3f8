import { type Contender, type OpenOptions, routes } from "./contender.ts";
import { openFloorSessions } from "./floor-session.ts";
import { listenerOf } from "./node-bridge.ts";

/** The floor's work behind `Request` and `Response`: the real limit for a library with a fetch handler. */
export function open(options: OpenOptions): Contender {
  const sessions = openFloorSessions(options);
  const handler = async (request: Request): Promise<Response> => {
    const path = request.url.slice(request.url.indexOf("/", 8));
    if (path === routes.getSession) return answer(sessions.read(request.headers.get("cookie") ?? ""));
    const input = JSON.parse(await request.text());
    const opened = await (path === routes.signUp ? sessions.signUp(input) : sessions.signIn(input));
    return answer(opened.body, opened.cookie);
  };
  return {
    listener: listenerOf(handler),
    handler,
    getSession: async (headers) => JSON.parse(sessions.read(headers.get("cookie") ?? "")),
    migrate: async () => sessions.migrate(),
  };
}

function answer(body: string, cookie?: string): Response {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "cache-control": "no-store",
  };
  if (cookie) headers["set-cookie"] = cookie;
  return new Response(body, { headers });
}
