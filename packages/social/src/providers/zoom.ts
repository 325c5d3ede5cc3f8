import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** A Zoom user, the fields about identity: https://developers.zoom.us/docs/api/users/#tag/users/get/users/{userId} */
export interface ZoomProfile {
  readonly id: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly display_name?: string;
  readonly email?: string;
  /** 1 if Zoom verified the account. Administrators of the account choose the email addresses of the users. */
  readonly verified?: 0 | 1;
  readonly status?: "active" | "inactive" | "pending";
  readonly pic_url?: string;
  /** The account of the paying company or user; all users of the account share the id. */
  readonly account_id?: string;
  readonly dept?: string;
  readonly language?: string;
  readonly timezone?: string;
}

/** Zoom: https://developers.zoom.us/docs/integrations/oauth/ */
export const zoom = (options: ProviderOptions<ZoomProfile>): Provider =>
  defineProvider<ZoomProfile>(
    {
      id: "zoom",
      name: "Zoom",
      server: {
        authorizationEndpoint: "https://zoom.us/oauth/authorize",
        tokenEndpoint: "https://zoom.us/oauth/token",
      },
      // The scopes are chosen in the app's registration at Zoom: "user:read:user" is needed.
      scopes: [],
      clientAuthentication: "basic",
      loadProfile: async ({ fetchJson }) => (await fetchJson("https://api.zoom.us/v2/users/me")) as ZoomProfile,
      readIdentity({ id, status, email, display_name, first_name, last_name, pic_url }) {
        if (status === "inactive") return null;
        return { subject: id, email, name: display_name || [first_name, last_name].join(" "), image: pic_url };
      },
    },
    options,
  );
