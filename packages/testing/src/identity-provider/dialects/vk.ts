import { type Dialect, ProviderError } from "../dialect.js";

const deviceId = "MB2SxqHhZyJZDxNOrJ8ZDz0OGXx6Zq1xY5m7r0yzJFwXTHVQ";

/** https://id.vk.com/about/business/go/docs/en/vkid/latest/vk-id/connection/api-integration/api-description */
export const vk: Dialect = {
  id: "vk",
  name: "VK",
  authorizationUrl: "https://id.vk.com/authorize",
  tokenUrl: "https://id.vk.com/oauth2/auth",
  pkce: "required",
  // VK has no client secret: a code is bound to the verifier and the redirect URL.
  isSecret: () => true,
  callbackParameters: () => ({ device_id: deviceId, type: "code_v2", expires_in: "600" }),
  tokenParameters: { device_id: deviceId },
  refreshTokens: "rotates",
  tokenAnswer: (answer, { subject }) => ({
    ...answer,
    token_type: "Bearer",
    user_id: Number(subject),
    id_token: "e30.e30.",
  }),
  resources: {
    "POST https://id.vk.com/oauth2/user_info": ({ subject, email, name, picture }, { form, headers }) => {
      if (!form.get("client_id") || !form.get("access_token")) throw new ProviderError(400, "invalid_request");
      if (headers.has("authorization")) throw new ProviderError(400, "invalid_request");
      const [firstName, lastName] = name.split(" ");
      return {
        user: {
          user_id: subject,
          first_name: firstName,
          last_name: lastName,
          avatar: picture,
          ...(email !== null && { email }),
          sex: 2,
          verified: true,
          birthday: "01.01.2000",
        },
      };
    },
  },
  sample: {
    subject: "1234567890",
    email: "ivan_i123@vk.com",
    emailVerified: false,
    name: "Ivan I.",
    picture: "https://pp.userapi.com/60tZWMo4SmwcploUVl9XEt8ufnTTvDUmQ6Bj1g/mmv1pcj63C4.png",
  },
};
