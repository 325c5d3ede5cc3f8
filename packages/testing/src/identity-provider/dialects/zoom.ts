import type { Dialect } from "../dialect.js";

/** https://developers.zoom.us/docs/integrations/oauth/ and https://developers.zoom.us/docs/api/users/#tag/users/get/users/{userId} */
export const zoom: Dialect = {
  id: "zoom",
  name: "Zoom",
  authorizationUrl: "https://zoom.us/oauth/authorize",
  tokenUrl: "https://zoom.us/oauth/token",
  clientAuthentication: "basic",
  pkce: "supported",
  refreshTokens: "rotates",
  // The scopes come from the app's registration.
  tokenAnswer: (answer) => ({ ...answer, scope: "user:read:user", api_url: "https://api.zoom.us" }),
  resources: {
    "GET https://api.zoom.us/v2/users/me": ({ subject, email, emailVerified, name, picture }) => ({
      id: subject,
      first_name: name.split(" ")[0],
      last_name: name.split(" ")[1],
      display_name: name,
      email,
      type: 1,
      role_name: "Admin",
      pmi: 3542471135,
      use_pmi: false,
      timezone: "Asia/Shanghai",
      dept: "Developers",
      created_at: "2018-10-31T04:32:37Z",
      last_login_time: "2021-05-05T20:40:30Z",
      verified: emailVerified ? 1 : 0,
      pic_url: picture,
      account_id: "q6gBJVO5TzexKYTb_I2rpg",
      account_number: 10009239,
      status: "active",
      language: "en-US",
      login_types: [101],
    }),
  },
  sample: {
    subject: "zJKyaiAyTNC-MWjiWC18KQ",
    email: "jchill@example.com",
    emailVerified: true,
    name: "Jill Chill",
    picture: "https://us04.zoom.us/p/zJKyaiAyTNC-MWjiWC18KQ/photo.jpg",
  },
};
