import { createHmac, timingSafeEqual } from "node:crypto";
import type { Job } from "./contender.ts";
import { webhookSecret } from "./delivery.ts";

/** The necessary work. */
export const job: Job =
  ({ headers, body }) =>
  () => {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const expected = createHmac("sha256", webhookSecret).update(signed).digest();
    const given = Buffer.from(headers["webhook-signature"]?.slice(3) ?? "", "base64");
    if (!timingSafeEqual(expected, given)) throw new Error("the signature does not fit");
    return JSON.parse(body);
  };
