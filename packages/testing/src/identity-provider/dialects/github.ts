import { type Dialect, ProviderError, type ResourceRequest } from "../dialect.js";

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps, and for GitHub Apps https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
export const github: Dialect = {
  id: "github",
  name: "GitHub",
  authorizationUrl: "https://github.com/login/oauth/authorize",
  tokenUrl: "https://github.com/login/oauth/access_token",
  pkce: "supported",
  refusedStatus: 200,
  refreshTokens: "rotates",
  isOffline: (authorization) => isGitHubApp(authorization.get("client_id")),
  accessTokenLifetimeSeconds: null,
  tokenAnswer({ scope, refresh_token, ...answer }) {
    if (refresh_token === undefined) return { ...answer, scope: String(scope).replaceAll(" ", ",") };
    return { ...answer, expires_in: 28_800, refresh_token, refresh_token_expires_in: 15_811_200, scope: "" };
  },
  resources: {
    "GET https://api.github.com/user": ({ subject, name, picture }, request) => {
      checkAgent(request);
      return {
        login: "octocat",
        id: Number(subject),
        node_id: "MDQ6VXNlcjU4MzIzMQ==",
        avatar_url: picture,
        gravatar_id: "",
        url: "https://api.github.com/users/octocat",
        html_url: "https://github.com/octocat",
        type: "User",
        site_admin: false,
        name,
        company: "GitHub",
        blog: "https://github.blog",
        location: "San Francisco",
        email: "octocat@shown-to-everybody.example",
        hireable: false,
        bio: "There once was...",
        created_at: "2008-01-14T04:33:35Z",
        updated_at: "2008-01-14T04:33:35Z",
      };
    },
    "GET https://api.github.com/user/emails": ({ email, emailVerified }, request) => {
      checkAgent(request);
      if (!request.scopes.some((scope) => scope === "user:email" || scope === "user"))
        throw new ProviderError(404, "Not Found");
      return [
        { email: "octocat@users.noreply.github.com", verified: true, primary: false, visibility: null },
        { email, verified: emailVerified, primary: true, visibility: "private" },
      ];
    },
  },
  sample: {
    subject: "583231",
    email: "octocat@github.com",
    emailVerified: true,
    name: "monalisa octocat",
    picture: "https://avatars.githubusercontent.com/u/583231?v=4",
  },
};

/** The prefix of client ids of GitHub Apps. Client ids of OAuth apps begin with "Ov" or a digit. */
const isGitHubApp = (clientId: string | null): boolean => clientId?.startsWith("Iv") === true;

/** https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api#user-agent-required */
function checkAgent({ headers }: ResourceRequest): void {
  if (!headers.get("user-agent")) throw new ProviderError(403, "Request forbidden by administrative rules.");
}
