import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/**
 * An email address of a user:
 * https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user
 */
export interface GitHubEmail {
  readonly email: string;
  readonly primary: boolean;
  readonly verified: boolean;
}

/**
 * The user, and all email addresses of the user: https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
export interface GitHubProfile {
  readonly id: number;
  /** The name in URLs. The user can change the name; then another user can register the old name. */
  readonly login: string;
  readonly name: string | null;
  readonly avatar_url: string;
  /** The public email address, which can differ from the primary address. */
  readonly email: string | null;
  readonly company: string | null;
  /** Empty if the registration lacks the permission for email addresses. */
  readonly emails: readonly GitHubEmail[];
}

/**
 * GitHub, with an OAuth app or a GitHub App. A GitHub App needs the user permission "Email addresses" for new users,
 * and issues refresh tokens if the user tokens expire:
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const github = (options: ProviderOptions<GitHubProfile>): Provider =>
  defineProvider<GitHubProfile>(
    {
      id: "github",
      name: "GitHub",
      server: {
        authorizationEndpoint: "https://github.com/login/oauth/authorize",
        tokenEndpoint: "https://github.com/login/oauth/access_token",
      },
      scopes: ["read:user", "user:email"],
      loginHintParameter: "login",
      // GitHub reads scopes separated by spaces and answers them separated by commas.
      readTokenAnswer: ({ scope, ...answer }) =>
        typeof scope === "string" ? { ...answer, scope: scope.replaceAll(",", " ") } : answer,
      async loadProfile({ fetchJson }) {
        const [user, emails] = await Promise.all([
          fetchJson("https://api.github.com/user"),
          // 403 or 404 without the permission or the scope. The id of a known user is sufficient.
          fetchJson("https://api.github.com/user/emails?per_page=100", { absentStatuses: [403, 404] }),
        ]);
        return { ...(user as GitHubProfile), emails: Array.isArray(emails) ? emails : [] };
      },
      readIdentity({ id, name, login, avatar_url, emails }) {
        const { email, verified } = emails.find((entry) => entry?.primary === true) ?? {};
        return { subject: id, email, emailVerified: verified, name: name ?? login, image: avatar_url };
      },
    },
    options,
  );
