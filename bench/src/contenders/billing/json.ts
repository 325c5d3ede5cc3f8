import { decodeEvent } from "@keyhold/billing-schema";
import type { Job } from "./contender.ts";

const tolerantly = { mode: "tolerant" } as const;

export const job: Job =
  ({ body }) =>
  () =>
    decodeEvent(JSON.parse(body), tolerantly);
