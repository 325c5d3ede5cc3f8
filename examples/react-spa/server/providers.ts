import type { Provider } from "@keyhold/social";
import { apple } from "@keyhold/social/apple";
import { discord } from "@keyhold/social/discord";
import { dropbox } from "@keyhold/social/dropbox";
import { facebook } from "@keyhold/social/facebook";
import { github } from "@keyhold/social/github";
import { gitlab } from "@keyhold/social/gitlab";
import { google } from "@keyhold/social/google";
import { kick } from "@keyhold/social/kick";
import { linkedin } from "@keyhold/social/linkedin";
import { microsoft } from "@keyhold/social/microsoft";
import { oidc } from "@keyhold/social/oidc";
import { reddit } from "@keyhold/social/reddit";
import { roblox } from "@keyhold/social/roblox";
import { spotify } from "@keyhold/social/spotify";
import { tiktok } from "@keyhold/social/tiktok";
import { twitch } from "@keyhold/social/twitch";
import { twitter } from "@keyhold/social/twitter";
import { vk } from "@keyhold/social/vk";
import { zoom } from "@keyhold/social/zoom";
import { startIdentityProvider } from "@keyhold/testing/identity-provider";
import type { OfferedProvider } from "../shared/offered-provider.ts";
import { isDevelopment } from "./settings.ts";

const { env } = process;

interface Registration {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** Apple takes a key in place of a secret. */
const appleByKey = ({ clientId }: Registration): Provider =>
  apple({ clientId, teamId: env.APPLE_TEAM_ID, keyId: env.APPLE_KEY_ID, privateKey: env.APPLE_PRIVATE_KEY });

/** In the order in which they are offered. */
const known: Readonly<Record<string, (registration: Registration) => Provider>> = {
  google,
  apple: appleByKey,
  microsoft,
  github,
  gitlab,
  facebook,
  linkedin,
  twitter,
  discord,
  twitch,
  spotify,
  reddit,
  dropbox,
  zoom,
  tiktok,
  kick,
  roblox,
  vk,
};

/** Those that the environment has the registration of, e.g. GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. */
const registered: readonly Provider[] = Object.entries(known).flatMap(([id, provide]) => {
  const clientId = env[`${id.toUpperCase()}_CLIENT_ID`];
  return clientId ? [provide({ clientId, clientSecret: env[`${id.toUpperCase()}_CLIENT_SECRET`] })] : [];
});

/**
 * A provider of this computer, at which everybody is whoever they choose: it needs no internet, and production has none.
 * Its port is any that is free: an identity is a provider's id and a subject, so it is the same one tomorrow.
 */
async function exampleId(): Promise<Provider> {
  const { origin: issuer, clientId, clientSecret } = await startIdentityProvider();
  return oidc({ id: "example", name: "Example ID", issuer, clientId, clientSecret });
}

export const providers: readonly Provider[] = [...(isDevelopment ? [await exampleId()] : []), ...registered];

/** What a browser may know of them. */
export const offered: readonly OfferedProvider[] = providers.map(({ id, declaration: { name } }) => ({ id, name }));
