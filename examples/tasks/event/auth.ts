import { createAuth } from "@keyhold/core";
import { config } from "../email/auth.ts";

export const signedUp: string[] = [];
export const auth = createAuth({
  ...config,
  onEvent(event) {
    if (event.type === "user.created") signedUp.push(event.user.email);
  },
});
