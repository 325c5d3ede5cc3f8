import { createAuthClient } from "@keyhold/react";
import { twoFactorClient } from "@keyhold/two-factor/client";

export const authClient = createAuthClient({
  pages: { twoFactor: "/two-factor" },
  plugins: [twoFactorClient()],
});
