import { type Provider, type SocialOptions, social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { createTestAuth, type TestAuth } from "@keyhold/testing";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";

export type SocialKit = TestAuth<readonly [ReturnType<typeof social>], readonly [ReturnType<typeof socialClient>]>;

/** An auth whose people come by these providers, all of which are the identity provider's to answer for. */
export function openSocial(
  idp: IdentityProvider,
  providers: readonly Provider[],
  options: Partial<Omit<SocialOptions, "providers">> = {},
): SocialKit {
  const kit = createTestAuth({
    plugins: [social({ providers, fetch: idp.fetch, ...options })],
    clientPlugins: [socialClient()],
  });
  idp.useClock(kit.clock.now);
  return kit;
}
