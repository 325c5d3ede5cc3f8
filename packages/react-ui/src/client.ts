import type { adminClient } from "@keyhold/admin/client";
import type { anonymousClient } from "@keyhold/anonymous/client";
import type { apiKeyClient } from "@keyhold/api-key/client";
import type { billingClient } from "@keyhold/billing/client";
import type { Together } from "@keyhold/core/types";
import type { deviceAuthorizationClient } from "@keyhold/device-authorization/client";
import type { emailOtpClient } from "@keyhold/email-otp/client";
import type { lastLoginMethodClient } from "@keyhold/last-login-method/client";
import type { magicLinkClient } from "@keyhold/magic-link/client";
import type { multiSessionClient } from "@keyhold/multi-session/client";
import type { organizationClient, teamsClient } from "@keyhold/organization/client";
import type { passkeyClient } from "@keyhold/passkey/client";
import type { phoneNumberClient } from "@keyhold/phone-number/client";
import type { publicOptionsClient } from "@keyhold/public-options/client";
import type { AccountLists, ReactAuthClient, StoreState } from "@keyhold/react";
import type { socialClient } from "@keyhold/social/client";
import type { twoFactorClient } from "@keyhold/two-factor/client";
import type { usernameClient } from "@keyhold/username/client";

/** A client of `@keyhold/react`, with any plugins. */
export interface AnyAuthClient {
  readonly useSession: () => Pick<StoreState<object>, "data" | "isPending">;
  readonly signIn: object;
  readonly signOut: unknown;
}

/**
 * The client with all plugins. A group of a plugin that the app does not have is missing at run time: ask `useOffers`
 * before a call.
 */
export type FullClient = ReactAuthClient<AllPlugins>;

type AllPlugins = readonly [
  ReturnType<typeof publicOptionsClient>,
  AccountLists,
  ReturnType<typeof usernameClient>,
  ReturnType<typeof socialClient>,
  ReturnType<typeof magicLinkClient>,
  ReturnType<typeof emailOtpClient>,
  ReturnType<typeof phoneNumberClient>,
  ReturnType<typeof anonymousClient>,
  ReturnType<typeof multiSessionClient>,
  ReturnType<typeof lastLoginMethodClient>,
  ReturnType<typeof passkeyClient>,
  ReturnType<typeof twoFactorClient>,
  ReturnType<typeof organizationClient>,
  ReturnType<typeof teamsClient>,
  ReturnType<typeof adminClient>,
  ReturnType<typeof billingClient>,
  ReturnType<typeof apiKeyClient>,
  ReturnType<typeof deviceAuthorizationClient>,
];

/** What the plugins of a server tell in its public options. */
export type PluginOptions = Partial<Together<AllPlugins>["publicOptions"]>;

/** The only place where the plugins of a client are assumed. */
export const fullClient = (client: AnyAuthClient): FullClient => client as unknown as FullClient;
