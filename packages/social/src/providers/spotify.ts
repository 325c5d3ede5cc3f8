import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** What `GET /v1/me` says: https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile */
export interface SpotifyProfile {
  /** The name in the URL of the profile, e.g. "wizzler". */
  readonly id: string;
  /** Never changes: https://developer.spotify.com/documentation/web-api/concepts/spotify-uris-ids */
  readonly account_id?: string;
  /** Null where nobody has set one. */
  readonly display_name: string | null;
  /** As somebody typed it in: Spotify has no proof of it, and does not tell it to apps in development mode. */
  readonly email?: string;
  /** The largest first. */
  readonly images?: readonly { readonly url: string; readonly width: number | null; readonly height: number | null }[];
}

export interface SpotifyOptions extends ProviderOptions<SpotifyProfile> {
  /**
   * By which of its ids Spotify's people are known here. "account_id" is the one that Spotify recommends; "id" the one
   * that accounts from elsewhere are kept under. Whoever changes it makes everybody a stranger. Default "id".
   */
  readonly subject?: "id" | "account_id";
}

/** Spotify: https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export const spotify = ({ subject = "id", ...options }: SpotifyOptions): Provider =>
  defineProvider<SpotifyProfile>(
    {
      id: "spotify",
      name: "Spotify",
      server: {
        authorizationEndpoint: "https://accounts.spotify.com/authorize",
        tokenEndpoint: "https://accounts.spotify.com/api/token",
      },
      scopes: ["user-read-email"],
      clientAuthentication: "basic",
      loadProfile: async ({ fetchJson }) => (await fetchJson("https://api.spotify.com/v1/me")) as SpotifyProfile,
      readIdentity: (profile) => ({
        subject: profile[subject],
        email: profile.email,
        name: profile.display_name,
        image: profile.images?.[0]?.url,
      }),
    },
    options,
  );
