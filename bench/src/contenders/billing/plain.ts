import type { Job } from "./contender.ts";
import { plainOrderPaid } from "./plain-order.ts";

export const job: Job =
  ({ json }) =>
  () =>
    plainOrderPaid.parse(json);
