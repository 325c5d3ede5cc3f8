import { decodeEvent, encodeEvent } from "@keyhold/billing-schema";
import type { Job } from "./contender.ts";

export const job: Job = ({ json }) => {
  const event = decodeEvent(json);
  return () => encodeEvent(event);
};
