import type { DeliveryOutcome } from "./outcome.js";

/** The body of the answer to the provider: the outcome, or an error code with a message. */
export type WebhookAnswerBody =
  /** The provider need not send the event again. */
  | { readonly status: "handled" | "duplicate" | "unhandled" | "undecodable" }
  | { readonly error: { readonly code: string; readonly message: string } };

/** The answer to the provider, as data, for any server. */
export interface WebhookAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** To be sent as JSON. */
  readonly body: WebhookAnswerBody;
}

const headers = { "content-type": "application/json", "cache-control": "no-store" };

/** The answer to the provider for an outcome. The status decides if the provider sends the event again. */
export function answerOf(
  outcome: DeliveryOutcome,
  undecodable: "acknowledge" | "refuse" = "acknowledge",
): WebhookAnswer {
  switch (outcome.kind) {
    case "handled":
    case "duplicate":
      return { status: 200, headers, body: { status: outcome.kind } };
    case "unhandled":
      return { status: 202, headers, body: { status: outcome.kind } };
    case "undecodable":
      if (undecodable === "acknowledge") return { status: 202, headers, body: { status: outcome.kind } };
      return rejected(400, { code: "WEBHOOK_UNDECODABLE", message: "The event is not what the contract says." });
    case "busy": {
      const error = { code: "WEBHOOK_BUSY", message: "Another delivery is at work on the event." };
      return rejected(409, error, { "retry-after": String(outcome.retryAfterSeconds) });
    }
    case "lost":
      return rejected(409, { code: "WEBHOOK_LEASE_LOST", message: "Another delivery has taken the event over." });
    case "failed":
      return rejected(500, { code: "WEBHOOK_HANDLER_FAILED", message: "The event could not be handled." });
  }
}

export function rejected(
  status: number,
  error: { readonly code: string; readonly message: string },
  more: { readonly [name: string]: string } = {},
): WebhookAnswer {
  const { code, message } = error;
  return { status, headers: { ...headers, ...more }, body: { error: { code, message } } };
}

export function answerResponse({ status, headers: named, body }: WebhookAnswer): Response {
  return new Response(JSON.stringify(body), { status, headers: named });
}
