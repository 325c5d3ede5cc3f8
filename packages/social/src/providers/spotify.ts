import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * The response of `GET /v1/me`: https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
 */
export interface SpotifyProfile {
  /** The name in the URL of the profile, e.g. "wizzler". */
  readonly id: string;
  /** Never changes: https://developer.spotify.com/documentation/web-api/concepts/spotify-uris-ids */
  readonly account_id?: string;
  /** Null if the user has not set a name. */
  readonly display_name: string | null;
  /** As typed by the user: Spotify does not verify the address, and does not share it with apps in development mode. */
  readonly email?: string;
  /** Sorted by size, largest first. */
  readonly images?: readonly { readonly url: string; readonly width: number | null; readonly height: number | null }[];
}

/** Options of `spotify()`. */
export interface SpotifyOptions extends ProviderOptions<SpotifyProfile> {
  /**
   * The id of Spotify that identifies the user. Spotify recommends "account_id"; accounts from other libraries have
   * "id". After a change, existing users are not recognized. Default "id".
   */
  readonly subject?: "id" | "account_id";
}

/** Spotify: https://developer.spotify.com/documentation/web-api/tutorials/code-flow */
export const spotify = ({ subject = "id", ...options }: SpotifyOptions): Provider =>
  defineProvider<SpotifyProfile>(
    {
      id: "spotify",
      name: "Spotify",
      ownOptions: { subject: true } satisfies OwnOptions<SpotifyOptions>,
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
