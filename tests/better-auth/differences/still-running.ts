import { peerSecret } from "../peer.ts";
import type { Options } from "./difference.ts";

/** The options during a canary: new hashes have better-auth's own form. */
export const stillRunning: Options = {
  config: {
    cookies: { continueFrom: { prefix: "better-auth", secret: peerSecret, isStillRunning: true } },
    emailAndPassword: { passwordHashing: undefined },
  },
};
