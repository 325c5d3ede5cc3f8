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
import { isDevelopment } from "./settings.ts";

const { env } = process;

interface Registration {
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** Apple needs a key in place of a secret. */
const appleByKey = ({ clientId }: Registration): Provider =>
  apple({ clientId, teamId: env.APPLE_TEAM_ID, keyId: env.APPLE_KEY_ID, privateKey: env.APPLE_PRIVATE_KEY });

/** In the order of their buttons. */
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

/** The providers with a registration in the environment, e.g. GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET. */
const registered: readonly Provider[] = Object.entries(known).flatMap(([id, provide]) => {
  const clientId = env[`${id.toUpperCase()}_CLIENT_ID`];
  return clientId ? [provide({ clientId, clientSecret: env[`${id.toUpperCase()}_CLIENT_SECRET`] })] : [];
});

/**
 * A provider on this computer, at which the user chooses any account. It needs no internet, and production does not
 * have it. Any free port works: an identity is a provider's id and a subject, so it stays the same after a restart.
 */
async function exampleId(): Promise<Provider> {
  const { origin: issuer, clientId, clientSecret } = await startIdentityProvider();
  return oidc({ id: "example", name: "Example ID", issuer, clientId, clientSecret, sendsAuthTime: true });
}

export const providers: readonly Provider[] = [...(isDevelopment ? [await exampleId()] : []), ...registered];
