import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What the provider has been asked, as a form. */
export type Asked = Readonly<Record<string, string>>;

export interface CaptchaProviderServer {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Answers the next requests. Default: each response passes once, as the providers do. */
  answer(next: (asked: Asked, response: ServerResponse) => void): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A provider of CAPTCHAs on loopback, for the tests of this package: it takes a form, and answers as the providers'
 * pages say. A response is `solved:<host>:<action>:<score>:<any text>`.
 */
export async function startProvider(): Promise<CaptchaProviderServer> {
  const asked: Asked[] = [];
  const used = new Set<string>();
  let answer = (form: Asked, response: ServerResponse): void => json(response, verdict(form, used));
  const server = createServer(async (request, response) => {
    const form = await formOf(request);
    asked.push(form);
    answer(form, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/siteverify`,
    asked,
    answer(next) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

export const secretKey = "a secret key";

function verdict({ secret, response = "" }: Asked, used: Set<string>): object {
  if (secret !== secretKey) return { success: false, "error-codes": ["invalid-input-secret"] };
  if (used.has(response)) return { success: false, "error-codes": ["timeout-or-duplicate"] };
  const [word, hostname, action, score] = response.split(":");
  if (word !== "solved") return { success: false, "error-codes": ["invalid-input-response"] };
  used.add(response);
  return { success: true, hostname, action, ...(score && { score: Number(score) }), "error-codes": [] };
}

export function json(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(body));
}

async function formOf(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
}
