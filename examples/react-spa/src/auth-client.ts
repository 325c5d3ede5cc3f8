import { adminClient } from "@keyhold/admin/client";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { passkeyClient } from "@keyhold/passkey/client";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";
import { socialClient } from "@keyhold/social/client";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { usernameClient } from "@keyhold/username/client";

const { onStepUp, useStepUp } = createStepUp();

export { useStepUp };

export const authClient = createAuthClient({
  // A user without a password signs in again with a linked provider.
  onStepUp: (need) => onStepUp(need.factors === 1 ? { ...need, methods: [...need.methods, "provider"] } : need),
  plugins: [
    publicOptionsClient(),
    usernameClient(),
    socialClient(),
    accountLists(),
    organizationClient(),
    teamsClient(),
    adminClient(),
    twoFactorClient(),
    passkeyClient(),
  ],
});
