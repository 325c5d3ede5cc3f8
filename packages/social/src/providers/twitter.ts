import { defineProvider, type JsonObject, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The `data` of `GET /2/users/me`: https://docs.x.com/x-api/users/get-my-user */
export interface TwitterProfile {
  readonly id: string;
  readonly name: string;
  /** The handle, without the "@". Users can change the handle. */
  readonly username: string;
  /** 48 by 48 pixels. */
  readonly profile_image_url?: string;
  /** A confirmed email address, for apps with the scope "users.email" and X's permission for this scope. */
  readonly confirmed_email?: string;
}

/** X: https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token */
export const twitter = (options: ProviderOptions<TwitterProfile>): Provider =>
  defineProvider<TwitterProfile>(
    {
      id: "twitter",
      name: "X",
      server: {
        authorizationEndpoint: "https://x.com/i/oauth2/authorize",
        tokenEndpoint: "https://api.x.com/2/oauth2/token",
      },
      // The profile needs "tweet.read", too.
      scopes: ["users.read", "tweet.read", "users.email", "offline.access"],
      clientAuthentication: "basic",
      async loadProfile({ tokenAnswer, fetchJson }) {
        const url = `https://api.x.com/2/users/me?user.fields=${fieldsFor(tokenAnswer)}`;
        const { data } = (await fetchJson(url)) as { readonly data: TwitterProfile };
        return data;
      },
      readIdentity: ({ id, name, confirmed_email, profile_image_url }) => ({
        subject: id,
        email: confirmed_email,
        // X shares only confirmed email addresses.
        emailVerified: confirmed_email !== undefined,
        name,
        image: profile_image_url,
      }),
    },
    options,
  );

/** X answers an error if a field's scope was not granted. */
function fieldsFor({ scope }: JsonObject): string {
  const isEmailRefused = typeof scope === "string" && !scope.split(" ").includes("users.email");
  return isEmailRefused ? "profile_image_url" : "profile_image_url,confirmed_email";
}
