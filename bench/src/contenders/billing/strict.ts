import { decodeEvent } from "@keyhold/billing-schema";
import type { Job } from "./contender.ts";

export const job: Job =
  ({ json }) =>
  () =>
    decodeEvent(json);
