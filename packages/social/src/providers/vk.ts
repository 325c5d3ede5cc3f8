import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** What VK ID tells of a user: https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/work-with-user-info/user-info */
export interface VkProfile {
  readonly user_id: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly avatar?: string;
  /** Left out by people who have none, or who keep it to themselves. VK says nothing of a proof of it. */
  readonly email?: string;
  /** Only with the scope "phone", which VK grants to companies. */
  readonly phone?: string;
  /** 1 female, 2 male, 0 not said. */
  readonly sex?: 0 | 1 | 2;
  /** Whether the account is of a person known to VK: nothing about the address. */
  readonly verified?: boolean;
  /** As DD.MM.YYYY. */
  readonly birthday?: string;
}

/** The languages of VK's page, by the numbers that it has for them. */
export const vkLanguages = { RUS: 0, UKR: 1, ENG: 3, SPA: 4, GERMAN: 6, POL: 15, FRA: 16, TURKEY: 82 } as const;

export interface VkOptions extends ProviderOptions<VkProfile> {
  /** The language of VK's page. Default: that of the person. */
  readonly language?: keyof typeof vkLanguages;
}

/** VK ID: https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/api-integration/api-description */
export const vk = ({ language, ...options }: VkOptions): Provider =>
  defineProvider<VkProfile>(
    {
      id: "vk",
      name: "VK",
      server: {
        authorizationEndpoint: "https://id.vk.com/authorize",
        tokenEndpoint: "https://id.vk.com/oauth2/auth",
      },
      scopes: ["vkid.personal_info", "email"],
      authorizationParameters: { ...(language && { lang_id: String(vkLanguages[language]) }) },
      // A refresh needs the `device_id` of the sign-in, for which an account has no column.
      refreshes: false,
      tokenParameters: ({ device_id = "", state = "" }) => ({ device_id, state }),
      async loadProfile({ clientId, accessToken, fetchJson }) {
        const form = { client_id: clientId, access_token: accessToken ?? "" };
        const { user } = (await fetchJson("https://id.vk.com/oauth2/user_info", { form })) as { user: VkProfile };
        return user;
      },
      readIdentity: ({ user_id, first_name, last_name, email, avatar }) => ({
        subject: user_id,
        email,
        name: [first_name, last_name].join(" "),
        image: avatar,
      }),
    },
    options,
  );
