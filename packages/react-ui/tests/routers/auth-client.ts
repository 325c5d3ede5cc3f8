import { publicOptionsClient } from "@keyhold/public-options/client";
import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";
import { usernameClient } from "@keyhold/username/client";

const { onStepUp, useStepUp } = createStepUp();

export { useStepUp };

export const authClient = createAuthClient({
  onStepUp,
  plugins: [publicOptionsClient(), usernameClient(), accountLists()],
});
