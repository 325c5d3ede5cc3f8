import { decodeEvent } from "@keyhold/billing-schema";
import { webhookVerifier } from "@keyhold/billing-schema/webhook";
import type { Job } from "./contender.ts";
import { webhookSecret } from "./delivery.ts";

const verifier = webhookVerifier({ secret: webhookSecret });
const tolerantly = { mode: "tolerant" } as const;

export const job: Job = (delivery) => async () => {
  const { payload } = await verifier.verify(delivery);
  return decodeEvent(payload, tolerantly);
};
