import { isReachable } from "../oauth/http.js";
import { defineProvider, type OwnOptions, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The response of `GET /api/v4/user`: https://docs.gitlab.com/api/users/#retrieve-the-current-user */
export interface GitLabProfile {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  /** "active", or e.g. "blocked", "banned", "deactivated". */
  readonly state: string;
  readonly locked?: boolean;
  readonly avatar_url: string | null;
  readonly email: string;
  /** The time at which the email address was confirmed, or was assumed to be. */
  readonly confirmed_at: string | null;
}

/** Options of `gitlab()`. */
export interface GitLabOptions extends ProviderOptions<GitLabProfile> {
  /** The URL of the instance, e.g. "https://git.example.com". Default "https://gitlab.com". */
  readonly issuer?: string;
  /**
   * Whether the instance's "Email confirmation" is "Hard", so that email addresses are verified. Default: true for
   * GitLab.com only.
   */
  readonly confirmsEmails?: boolean;
}

const gitlabCom = "https://gitlab.com";
/** GitLab's placeholder for a user without an email address. */
const isMadeUp = (email: unknown): boolean => typeof email === "string" && email.startsWith("temp-email-for-");

/**
 * GitLab: https://docs.gitlab.com/api/oauth2/; email confirmation:
 * https://docs.gitlab.com/user/gitlab_com/#email-confirmation
 */
export const gitlab = ({ issuer: given = gitlabCom, confirmsEmails, ...options }: GitLabOptions): Provider => {
  const issuer = String(given).replace(/\/+$/, "");
  const hasProof = confirmsEmails ?? issuer === gitlabCom;
  return defineProvider<GitLabProfile>(
    {
      id: "gitlab",
      name: "GitLab",
      ownOptions: { issuer: true, confirmsEmails: true } satisfies OwnOptions<GitLabOptions>,
      server: {
        issuer,
        authorizationEndpoint: `${issuer}/oauth/authorize`,
        tokenEndpoint: `${issuer}/oauth/token`,
        revocationEndpoint: `${issuer}/oauth/revoke`,
      },
      scopes: ["read_user"],
      loadProfile: async ({ fetchJson }) => (await fetchJson(`${issuer}/api/v4/user`)) as GitLabProfile,
      readIdentity({ id, name, username, state, locked, email, confirmed_at, avatar_url }) {
        if (state !== "active" || locked) return null;
        return {
          subject: id,
          email: isMadeUp(email) ? null : email,
          emailVerified: hasProof && typeof confirmed_at === "string" && !Number.isNaN(Date.parse(confirmed_at)),
          name: name ?? username,
          image: avatar_url,
        };
      },
    },
    options,
    isReachable(issuer) ? [] : ["issuer is not an https URL"],
  );
};
