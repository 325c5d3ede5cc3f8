// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { listWebhookEvents } from "./routes/list-webhook-events.js";
import { readWebhookEvent } from "./routes/read-webhook-event.js";
import { retryUndecodableEvents } from "./routes/retry-undecodable-events.js";
import { retryWebhookEvent } from "./routes/retry-webhook-event.js";
import { webhook } from "./routes/webhook.js";

/** The calls for the app's own server code: no client has them. */
export interface BillingServerEndpoints {
  /** The provider's events, the newest delivery first. `cursor` is the `nextCursor` of the page before. */
  readonly listWebhookEvents: typeof listWebhookEvents;
  /** One event with its payload and its handlers; null for an unknown event. */
  readonly readWebhookEvent: typeof readWebhookEvent;
  /** Reads again the events that an earlier version could not decode, and runs the handlers of each once. */
  readonly retryUndecodableEvents: typeof retryUndecodableEvents;
  /** Handles the kept body of one event again: the handlers that have not completed run, each once. */
  readonly retryWebhookEvent: typeof retryWebhookEvent;
}

export const endpoints: BillingServerEndpoints = {
  listWebhookEvents,
  readWebhookEvent,
  retryUndecodableEvents,
  retryWebhookEvent,
};

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [webhook] as const;
