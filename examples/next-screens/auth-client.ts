import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { usernameClient } from "@keyhold/username/client";

const { onStepUp, useStepUp } = createStepUp();

export { useStepUp };

export const authClient = createAuthClient({
  onStepUp,
  plugins: [usernameClient(), twoFactorClient(), accountLists()],
});
