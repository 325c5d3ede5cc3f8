import { insertImport, insertLine, insertMember, objectNamed } from "./insert.ts";
import { type Tree, WrongUse } from "./tree.ts";

/** What a contributor does after the generator has written the files. */
export type Left = readonly string[];

/** A social provider: its declaration, its dialect, its tests, its page, and its entry in each list of providers. */
export function newProvider(tree: Tree, [id = "", name = titleOf(id)]: readonly string[]): Left {
  if (!/^[a-z][a-z0-9]*$/.test(id)) {
    throw new WrongUse('usage: npm run new provider <id> ["Name"]; the id has lower-case letters and digits.');
  }
  tree.create(`packages/social/src/providers/${id}.ts`, declaration(id, name));
  tree.create(`packages/testing/src/identity-provider/dialects/${id}.ts`, dialect(id, name));
  tree.create(`packages/social/tests/${id}.test.ts`, test(id, name));
  tree.create(`docs/social/${id}.md`, page(id, name));
  tree.create(`.changeset/provider-${id}.md`, changeset(name));
  tree.edit("packages/testing/src/identity-provider/dialects/index.ts", (text) =>
    insertMember(insertImport(text, `import { ${id} } from "./${id}.js";`), {
      find: objectNamed("dialects"),
      name: id,
      value: id,
    }),
  );
  tree.edit("docs/social.md", (text) => insertLine(text, row(id, name), /^\| \[.+\]\(social\/\w+\.md\)/, nameInRow));
  tree.edit("packages/social/README.md", (text) => insertName(text, name));
  tree.edit("examples/react-spa/server/providers.ts", (text) =>
    insertMember(insertImport(text, `import { ${id} } from "@keyhold/social/${id}";`), {
      find: objectNamed("known"),
      name: id,
      value: id,
    }),
  );
  tree.edit("examples/react-spa/test/social-screens.ts", (text) =>
    text.replace(/^( {2}"Example ID,.+)(?=";$)/m, `$1,${name}`),
  );
  return [
    `replace the addresses of ${id}.example by those of the provider's documentation; "npm run check" names each`,
    "compare the fields of the profile, the scopes, PKCE, refresh tokens and ID tokens with that documentation",
    "packages/react-ui/src/provider/marks.ts: a logo, if its license allows that; without a logo the button has text only",
    "npm run build && npm run api: the report of the public API",
  ];
}

const titleOf = (id: string): string => id.replace(/^./, (letter) => letter.toUpperCase());

const nameInRow = (line: string): string => /\[(.+?)\]/.exec(line)?.[1] ?? "";

/** Inserts a name into "sign in with Apple, Discord and Zoom, or with". */
function insertName(text: string, name: string): string {
  return text.replace(/(?<=users sign in with )(.+?) and ([^,]+)(?=, or with)/, (_, list: string, last: string) => {
    const names = [...list.split(", "), last, name].sort((one, other) => one.localeCompare(other));
    return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  });
}

const row = (id: string, name: string): string => {
  const written = id === name.toLowerCase() ? "" : `, \`${id}\``;
  return `| [${name}](social/${id}.md)${written} | yes | no | yes | yes | no |`;
};

const declaration = (id: string, name: string): string => `\
import { defineProvider, type Provider, type ProviderOptions } from "../provider.js";

export type { Provider, ProviderDeclaration, ProviderOptions } from "../provider.js";

/** The response of \`GET /me\`: https://docs.${id}.example/users */
export interface ${titleOf(id)}Profile {
  readonly id: number;
  readonly name: string;
  /** Empty if ${name} does not share it. */
  readonly email: string;
  readonly picture: string;
}

/** ${name}: https://docs.${id}.example/oauth */
export const ${id} = (options: ProviderOptions<${titleOf(id)}Profile>): Provider =>
  defineProvider<${titleOf(id)}Profile>(
    {
      id: "${id}",
      name: "${name}",
      server: {
        authorizationEndpoint: "https://${id}.example/oauth/authorize",
        tokenEndpoint: "https://${id}.example/oauth/token",
      },
      scopes: ["profile", "email"],
      loadProfile: async ({ fetchJson }) => (await fetchJson("https://api.${id}.example/me")) as ${titleOf(id)}Profile,
      // Without \`emailVerified\` an address is unverified. Set it only from a field that ${name} documents.
      readIdentity: ({ id, name, email, picture }) => ({ subject: id, email, name, image: picture }),
    },
    options,
  );
`;

const dialect = (id: string, name: string): string => `\
import { type Dialect, ProviderError } from "../dialect.js";

/** https://docs.${id}.example/oauth and https://docs.${id}.example/users */
export const ${id}: Dialect = {
  id: "${id}",
  name: "${name}",
  authorizationUrl: "https://${id}.example/oauth/authorize",
  tokenUrl: "https://${id}.example/oauth/token",
  pkce: "required",
  refreshTokens: "rotates",
  accessTokenLifetimeSeconds: 3600,
  tokenAnswer: (answer) => ({ ...answer, token_type: "Bearer" }),
  resources: {
    "GET https://api.${id}.example/me": ({ subject, email, name, picture }, { scopes }) => {
      if (!scopes.includes("profile")) throw new ProviderError(403, "Forbidden");
      return { id: Number(subject), name, email: email ?? "", picture: picture ?? "" };
    },
  },
  sample: {
    subject: "4377088",
    email: "john.doe@example.com",
    emailVerified: false,
    name: "John Doe",
    picture: "https://${id}.example/pictures/4377088.png",
  },
};
`;

const test = (id: string, name: string): string => `\
import { ${id} } from "@keyhold/social/${id}";
import { describe, expect, test } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { arrive } from "./fixture.ts";
import { describeProvider } from "./provider-suite.ts";

const user = (fields: object) => ({ profile: (answer: unknown) => ({ ...(answer as object), ...fields }) });

describeProvider({
  id: "${id}",
  provide: ${id},
  emails: "unproven",
  user: { name: "John Doe", image: "https://${id}.example/pictures/4377088.png" },
  hostile: [
    ["a user without an id", user({ id: undefined }), "unable_to_get_user_info"],
    ["an id that is a boolean", user({ id: true }), "unable_to_get_user_info"],
    ["null", { answers: { profile: { json: null } } }, "unable_to_get_user_info"],
    ["an empty address", user({ email: "" }), "email_not_found"],
    ["two addresses in one", user({ email: "a@x.io,b@x.io" }), "email_not_found"],
    ["an answer of 500", { answers: { profile: { status: 500 } } }, "unable_to_get_user_info"],
    ["JSON that ends too early", { answers: { profile: { text: '{"id": ' } } }, "unable_to_get_user_info"],
  ],
});

describe("${name}", () => {
  const idp = useIdentityProvider();

  test("never verifies an email address", async () => {
    idp().fail(user({ verified: true, email_verified: true, emailVerified: true }));
    expect((await arrive(idp(), ${id}(idp()))).user?.emailVerified).toBe(false);
  });
});
`;

const page = (id: string, name: string): string => `\
# ${name}

Create an app in the [developer settings](https://${id}.example/developers) of ${name}.

- Redirect URL: \`https://your.app/api/auth/callback/${id}\`.
- In development: \`http://localhost:3000/api/auth/callback/${id}\`.

\`\`\`ts
import { createAuth } from "@keyhold/core";
import { social } from "@keyhold/social";
import { ${id} } from "@keyhold/social/${id}";

export const auth = createAuth({
  ...config,
  plugins: [
    social({
      providers: [
        ${id}({ clientId: process.env.${id.toUpperCase()}_CLIENT_ID, clientSecret: process.env.${id.toUpperCase()}_CLIENT_SECRET }),
      ],
    }),
  ],
});
\`\`\`

| scope | for |
|---|---|
| \`profile\` | id, name, picture |
| \`email\` | email address |

- **Address**: never verified, because ${name} does not say whether it is. A sign-in with the address of an existing user fails with \`account_not_linked\`. The user signs in as before and links ${name}.
- **Refresh tokens**: always; each refresh issues a new one.
- Keyhold uses PKCE, as with every provider that supports it.

[All providers](../social.md)
`;

const changeset = (name: string): string => `\
---
"@keyhold/social": minor
"@keyhold/testing": minor
---

Let users sign in with ${name}. [Social sign-in](https://github.com/keyhold/keyhold/blob/main/docs/social.md#providers)
`;
