import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";

/** A page that a browser opens in a tab. */
interface OpenedPage {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: URLSearchParams;
}

/** Opens a URL as a browser opens a page, and follows no redirect. The `fetch` of Node says that a script asks. */
export async function openPage(
  url: string,
  { method = "GET", headers = {}, body }: OpenedPage = {},
): Promise<Response> {
  const navigation = { accept: "text/html", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  const form = body && { "content-type": "application/x-www-form-urlencoded" };
  const sent = request(url, { method, headers: { ...navigation, ...form, ...headers } }).end(body?.toString());
  const [answer]: IncomingMessage[] = await once(sent, "response");
  if (!answer) throw new Error(`No answer of ${url}.`);
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  const { statusCode: status = 0, headersDistinct } = answer;
  const lines = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(parts.length === 0 ? null : Buffer.concat(parts), { status, headers: lines });
}
