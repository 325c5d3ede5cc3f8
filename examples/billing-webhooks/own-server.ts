import { createServer, type IncomingMessage } from "node:http";
import {
  checkSecretLength,
  type DeliveryOutcome,
  handleDelivery,
  type VerifiedDelivery,
  type WebhookContext,
  type WebhookHandlers,
  type WebhookStore,
  WebhookVerificationError,
  webhookVerifier,
} from "@keyhold/billing-schema/webhook";

const maxBytes = 1024 * 1024;

/** The body, or null when it is too large. */
async function read(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** 2xx ends the event; after any other status the provider sends it again. */
function statusOf(outcome: DeliveryOutcome): number {
  switch (outcome.kind) {
    case "failed":
      console.error(outcome.handler, outcome.error);
      return 500;
    case "busy":
    case "lost":
      return 409;
    default:
      return 200;
  }
}

export function openServer(secret: string, handlers: WebhookHandlers, store: WebhookStore) {
  checkSecretLength(secret);
  const verifier = webhookVerifier({ secret });
  const contextOf = (base: WebhookContext): WebhookContext => base;

  return createServer(async (request, response) => {
    const { headers } = request;
    let delivery: VerifiedDelivery;
    try {
      verifier.checkHeaders(headers);
      const body = await read(request);
      if (body === null) return void response.writeHead(413, { connection: "close" }).end();
      delivery = await verifier.verify({ headers, body });
    } catch (error) {
      return void response.writeHead(error instanceof WebhookVerificationError ? error.status : 400).end();
    }
    const outcome = await handleDelivery(delivery, { handlers, store, contextOf });
    if (outcome.kind === "busy") response.setHeader("retry-after", outcome.retryAfterSeconds);
    response.writeHead(statusOf(outcome)).end(outcome.kind);
  });
}
