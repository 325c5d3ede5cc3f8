import { type Dialect, ProviderError } from "../dialect.js";

/** https://docs.gitlab.com/api/oauth2/ and https://docs.gitlab.com/api/users/#retrieve-the-current-user */
export const gitlab: Dialect = {
  id: "gitlab",
  name: "GitLab",
  authorizationUrl: "https://gitlab.com/oauth/authorize",
  tokenUrl: "https://gitlab.com/oauth/token",
  revocationUrl: "https://gitlab.com/oauth/revoke",
  pkce: "supported",
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 7200,
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer", created_at: 1_607_635_748 }),
  resources: {
    "GET https://gitlab.com/api/v4/user": ({ subject, name, picture, email, emailVerified }, { scopes }) => {
      if (!scopes.includes("read_user")) throw new ProviderError(403, "insufficient_scope");
      return {
        id: Number(subject),
        username: "john_smith",
        email,
        name,
        state: "active",
        locked: false,
        avatar_url: picture,
        web_url: "https://gitlab.com/john_smith",
        created_at: "2012-05-23T08:00:58Z",
        bio: "",
        location: null,
        public_email: "john@shown-to-everybody.example",
        last_sign_in_at: "2012-06-01T11:41:01Z",
        confirmed_at: emailVerified ? "2012-05-23T09:05:22Z" : null,
        last_activity_on: "2012-05-23",
        identities: [{ provider: "github", extern_uid: "2435223452345" }],
        two_factor_enabled: true,
        external: false,
        private_profile: false,
        commit_email: "john-codes@example.com",
      };
    },
  },
  sample: {
    subject: "1",
    email: "john@example.com",
    emailVerified: true,
    name: "John Smith",
    picture: "https://gitlab.com/uploads/-/system/user/avatar/1/index.jpg",
  },
};
