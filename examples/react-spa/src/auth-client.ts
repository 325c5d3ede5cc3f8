import { adminClient } from "@keyhold/admin/client";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { passkeyClient } from "@keyhold/passkey/client";
import { accountLists, createAuthClient } from "@keyhold/react";
import { socialClient } from "@keyhold/social/client";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { usernameClient } from "@keyhold/username/client";

export const authClient = createAuthClient({
  plugins: [
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
