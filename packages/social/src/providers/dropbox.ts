import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * The response of `get_current_account`:
 * https://www.dropbox.com/developers/documentation/http/documentation#users-get_current_account
 */
export interface DropboxProfile {
  /** Forty characters that begin with "dbid:". */
  readonly account_id: string;
  readonly name: {
    readonly display_name: string;
    readonly given_name: string;
    readonly surname: string;
    readonly familiar_name: string;
    readonly abbreviated_name: string;
  };
  readonly email: string;
  readonly email_verified: boolean;
  readonly disabled: boolean;
  readonly profile_photo_url?: string;
  readonly locale: string;
  readonly country?: string;
}

/** Options of `dropbox()`. */
export interface DropboxOptions extends ProviderOptions<DropboxProfile> {
  /** "offline" gives a refresh token. Default "online". */
  readonly accessType?: "online" | "offline";
}

/** Dropbox: https://developers.dropbox.com/oauth-guide */
export const dropbox = ({ accessType, ...options }: DropboxOptions): Provider =>
  defineProvider<DropboxProfile>(
    {
      id: "dropbox",
      name: "Dropbox",
      ownOptions: { accessType: true } satisfies OwnOptions<DropboxOptions>,
      server: {
        authorizationEndpoint: "https://www.dropbox.com/oauth2/authorize",
        tokenEndpoint: "https://api.dropboxapi.com/oauth2/token",
      },
      scopes: ["account_info.read"],
      authorizationParameters: {
        // By default, the tokens of a sign-in lack the scopes of earlier consents.
        include_granted_scopes: "user",
        ...(accessType && { token_access_type: accessType }),
      },
      async loadProfile({ fetchJson }) {
        // Without a body: the endpoint has no arguments and rejects a form.
        const profile = await fetchJson("https://api.dropboxapi.com/2/users/get_current_account", { method: "POST" });
        return profile as DropboxProfile;
      },
      readIdentity({ account_id, name, email, email_verified, disabled, profile_photo_url }) {
        if (disabled) return null;
        return {
          subject: account_id,
          email,
          emailVerified: email_verified,
          name: name?.display_name,
          image: profile_photo_url,
        };
      },
    },
    options,
  );
