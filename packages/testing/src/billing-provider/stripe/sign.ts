import { createHmac } from "node:crypto";
import type { Signer } from "../webhook/send.js";

/** The header of Stripe's scheme. */
export const signInStripe: Signer = ({ secret, sentAt, body }) => {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const signature = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return { "content-type": "application/json", "stripe-signature": `t=${seconds},v1=${signature}` };
};
