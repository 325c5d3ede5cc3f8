import type { Provider } from "@keyhold/social";
import { oidc } from "@keyhold/social/oidc";

interface Client {
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Slack: https://docs.slack.dev/authentication/sign-in-with-slack */
export const slack = (client: Client): Provider =>
  oidc({ id: "slack", name: "Slack", issuer: "https://slack.com", ...client });

/** Kakao, with OpenID Connect activated: https://developers.kakao.com/docs/latest/en/kakaologin/rest-api */
export const kakao = (client: Client): Provider =>
  oidc({
    id: "kakao",
    name: "Kakao",
    issuer: "https://kauth.kakao.com",
    ...client,
    // Kakao knows neither `profile` nor `email`.
    disableDefaultScopes: true,
    scopes: ["openid", "account_email", "profile_nickname", "profile_image"],
    mapProfileToUser: ({ nickname }) => (typeof nickname === "string" ? { name: nickname } : {}),
  });

/** Salesforce, at the URL of "My Domain": https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_openid.htm */
export const salesforce = (issuer: string, client: Client): Provider =>
  oidc({ id: "salesforce", name: "Salesforce", issuer, ...client });
