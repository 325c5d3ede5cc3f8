import { createAuthClient } from "@keyhold/react";
import { socialClient } from "@keyhold/social/client";

const authClient = createAuthClient({ plugins: [socialClient()] });
const enter = () => authClient.signIn.social({ provider: "google", callbackURL: "/" });

export const GoogleButton = () => (
  <button type="button" onClick={enter}>
    Continue with Google
  </button>
);
