import { type ForeignOptions, type KeyTree, unknownKeyErrors } from "@keyhold/core/options";
import { type Provider, providerOptions } from "../provider.js";

const remove = (why: string): string => `remove it: ${why}`;
const write = (what: string): string => `write \`${what}\``;

const parameters = write("authorizationParameters: { … }");
const ownProvider = "write a provider of your own with `defineProvider` of @keyhold/social/provider";
const alwaysUsed = remove("PKCE, state and nonce are always used");

/** Names with a remedy at each provider. https://www.better-auth.com/docs/concepts/oauth#provider-options */
const betterAuth: Readonly<Record<string, string>> = {
  authorizationHeaders: ownProvider,
  authorizationUrlParams: parameters,
  display: write('authorizationParameters: { display: "popup" }'),
  duration: parameters,
  enabled: "leave the provider out of `providers`",
  getToken: ownProvider,
  getUserInfo:
    "write `checkSignUp` to reject users, `mapProfileToUser` for columns, or a provider with `defineProvider`",
  permissions: parameters,
  refreshAccessToken: ownProvider,
  requireIssuerValidation: remove("an `iss` of a callback is always checked"),
  responseMode: write('authorizationParameters: { response_mode: "query" }'),
  responseType: remove("the authorization code flow is always used"),
  tokenUrlParams: ownProvider,
  verifyIdToken: `${remove("ID tokens are always verified")}; \`checkSignUp\` rejects users by claims`,
};

/** Likewise. https://authjs.dev/reference/core/providers */
const authJs: Readonly<Record<string, string>> = {
  account: "write `onEvent` of `createAuth`: `account.linked`",
  allowDangerousEmailAccountLinking: "write `linking: { trustedProviders }` at `social()`",
  authorization: `${write("scopes")} and \`authorizationParameters\``,
  checks: alwaysUsed,
  client: ownProvider,
  idToken: remove("the provider's function knows whether there is an ID token"),
  profile: write("mapProfileToUser"),
  redirectProxyUrl: write("redirectURI"),
  style: remove("your page has the button"),
  token: ownProvider,
  type: remove("the provider's function says it"),
};

/** Other names of an option that only some providers have. */
const renamed: Readonly<Record<string, readonly string[]>> = {
  audience: ["appBundleIdentifier", "audiences"],
  authentication: ["clientAuthentication"],
  authorizationUrl: ["authorizationEndpoint"],
  authority: ["tenant"],
  clientKey: ["clientId"],
  discoveryUrl: ["issuer"],
  domain: ["hostedDomain", "issuer"],
  hd: ["hostedDomain"],
  allowedDomains: ["hostedDomain"],
  providerId: ["id"],
  realmURL: ["issuer"],
  tokenUrl: ["tokenEndpoint"],
  userInfoUrl: ["userinfoEndpoint"],
  wellKnown: ["issuer"],
};

/** The remedy for an option that this provider has under another name. */
const renamedIn = (known: KeyTree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(renamed).flatMap(([name, targets]) => {
      const target = targets.find((option) => Object.hasOwn(known, option));
      return target === undefined ? [] : [[name, write(target)]];
    }),
  );

/** Why options of a provider have no effect, each a sentence that begins with the provider's id. */
export function unknownOptionErrors({ id, options, declaration }: Provider): readonly string[] {
  const known = { ...providerOptions, ...declaration.ownOptions };
  const foreign = [
    { library: "better-auth", remedies: { ...betterAuth, ...renamedIn(known) } },
    { library: "Auth.js", remedies: authJs },
  ];
  return unknownKeyErrors(options, known, { foreign }).map((problem) => `${id}: ${problem}`);
}

/** https://www.better-auth.com/docs/concepts/users-accounts#account-linking */
export const foreignLinkingOptions: readonly ForeignOptions[] = [
  {
    library: "better-auth",
    remedies: {
      "linking.requireLocalEmailVerified": remove(
        "an account whose owner has not verified the address loses all its credentials before it is linked",
      ),
      "linking.allowUnlinkingAll": `${write("account: { allowUnlinkingAll: true }")} at \`createAuth\``,
      "linking.updateUserInfoOnLink": remove(
        "a linking changes no user; the provider's `overrideUserInfoOnSignIn` does",
      ),
    },
  },
];
