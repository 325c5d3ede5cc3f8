export type WebhookAnswerBody =
  /** Nothing is left to do: the provider need not send the event again. */
  | { readonly status: "handled" | "duplicate" | "unhandled" | "undecodable" }
  | { readonly error: { readonly code: string; readonly message: string } };

/** What the provider gets to hear, as data, for whatever server. */
export interface WebhookAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** To be sent as JSON. */
  readonly body: WebhookAnswerBody;
}

const headers = { "content-type": "application/json", "cache-control": "no-store" };

export function accepted(
  status: number,
  outcome: Extract<WebhookAnswerBody, { readonly status: unknown }>["status"],
): WebhookAnswer {
  return { status, headers, body: { status: outcome } };
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
