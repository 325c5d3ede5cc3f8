import { adminClient } from "@keyhold/admin/client";
import { anonymousClient } from "@keyhold/anonymous/client";
import { apiKeyClient } from "@keyhold/api-key/client";
import { billingClient, entitlementHook } from "@keyhold/billing/client";
import { deviceAuthorizationClient } from "@keyhold/device-authorization/client";
import { emailOtpClient } from "@keyhold/email-otp/client";
import { magicLinkClient } from "@keyhold/magic-link/client";
import { multiSessionClient } from "@keyhold/multi-session/client";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { passkeyClient } from "@keyhold/passkey/client";
import { phoneNumberClient } from "@keyhold/phone-number/client";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { accountLists, createAuthClient, createStepUp } from "@keyhold/react";
import { socialClient } from "@keyhold/social/client";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { usernameClient } from "@keyhold/username/client";
import type { payments } from "../server/shop/payments.ts";

const { onStepUp, useStepUp } = createStepUp();

export { onStepUp, useStepUp };

export const authClient = createAuthClient({
  onStepUp,
  plugins: [
    publicOptionsClient(),
    usernameClient(),
    socialClient(),
    accountLists(),
    organizationClient(),
    teamsClient(),
    adminClient(),
    twoFactorClient(),
    magicLinkClient(),
    emailOtpClient(),
    phoneNumberClient(),
    anonymousClient(),
    multiSessionClient(),
    passkeyClient(),
    apiKeyClient(),
    deviceAuthorizationClient(),
    billingClient<{ entitlements: typeof payments.entitlements; products: typeof payments.products }>(),
  ],
});

export const useEntitlement = entitlementHook(authClient);
