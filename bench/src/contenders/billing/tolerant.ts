import { decodeEvent } from "@keyhold/billing-schema";
import type { Job } from "./contender.ts";

const tolerantly = { mode: "tolerant" } as const;

export const job: Job =
  ({ json }) =>
  () =>
    decodeEvent(json, tolerantly);
