import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { close, listen } from "../../../../tests/harness/auth-server.ts";

/** A delivery that the app received. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The app's answer: a status with further headers, or none at all. */
export type AppAnswer = number | { readonly redirectTo: string } | "silence";

/** A server in the place of an app: it records deliveries, and answers as told. */
export async function openApp(answer: () => AppAnswer | Promise<AppAnswer> = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const given = await answer();
    if (given === "silence") return;
    if (typeof given === "number") response.writeHead(given).end();
    else response.writeHead(307, { location: given.redirectTo }).end();
  });
  const url = await listen(server);
  onTestFinished(() => close(server));
  return { url, received };
}

export const typesOf = (received: readonly Received[]): readonly string[] =>
  received.map(({ body }) => JSON.parse(body).type);
