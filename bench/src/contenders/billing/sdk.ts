import { validateEvent } from "@polar-sh/sdk/webhooks";
import type { Job } from "./contender.ts";
import { webhookSecret } from "./delivery.ts";

export const job: Job =
  ({ headers, body }) =>
  () =>
    validateEvent(body, headers, webhookSecret);
