import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * The user info of VK ID:
 * https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/work-with-user-info/user-info
 */
export interface VkProfile {
  readonly user_id: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly avatar?: string;
  /**
   * Missing if the user has no email address or does not share the address. VK does not say whether the address is
   * verified.
   */
  readonly email?: string;
  /** Only with the scope "phone", which VK grants to companies. */
  readonly phone?: string;
  /** 1 female, 2 male, 0 not specified. */
  readonly sex?: 0 | 1 | 2;
  /** Whether VK has verified the user's identity. Does not concern the email address. */
  readonly verified?: boolean;
  /** As DD.MM.YYYY. */
  readonly birthday?: string;
}

/** The languages of VK's page, with VK's numbers. */
export const vkLanguages = { RUS: 0, UKR: 1, ENG: 3, SPA: 4, GERMAN: 6, POL: 15, FRA: 16, TURKEY: 82 } as const;

/** Options of `vk()`. */
export interface VkOptions extends ProviderOptions<VkProfile> {
  /** The language of VK's page. Default: the user's. */
  readonly language?: keyof typeof vkLanguages;
}

/** VK ID: https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/api-integration/api-description */
export const vk = ({ language, ...options }: VkOptions): Provider =>
  defineProvider<VkProfile>(
    {
      id: "vk",
      name: "VK",
      ownOptions: { language: true } satisfies OwnOptions<VkOptions>,
      server: {
        authorizationEndpoint: "https://id.vk.com/authorize",
        tokenEndpoint: "https://id.vk.com/oauth2/auth",
      },
      scopes: ["vkid.personal_info", "email"],
      authorizationParameters: { ...(language && { lang_id: String(vkLanguages[language]) }) },
      // A refresh needs the sign-in's `device_id`, and the account model has no column for `device_id`.
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
