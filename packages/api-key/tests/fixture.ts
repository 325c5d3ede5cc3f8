import { type AdminPlugin, admin } from "@keyhold/admin";
import { type ApiKeyOptions, type ApiKeyPlugin, apiKey } from "@keyhold/api-key";
import { apiKeyClient } from "@keyhold/api-key/client";
import { type AuthConfig, defineErrors } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { definePlugin, endpointsFor, ok, userModel } from "@keyhold/core/plugin";
import { principalOf, type RequestUrl } from "@keyhold/core/principal";
import { z } from "@keyhold/core/schema";
import {
  type OrganizationPlugin,
  organization,
  organizationRoles,
  organizationStatements,
} from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth } from "@keyhold/testing";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<ApiKeyOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";
export const statements = { files: ["read", "write", "delete"], reports: ["read"] };

const endpoint = endpointsFor(defineErrors({}));

/** Routes of a plugin that take a session or a key. */
const files = definePlugin({
  id: "files",
  endpoints: {
    files: {
      read: endpoint({
        route: "GET /files/read",
        access: "optional",
        requires: { principal: { kinds: ["session", "api-key"], permission: { files: ["read"] } } },
        doc: "Shows who calls.",
        input: z.object({}),
        output: z.object({ kind: z.string(), id: z.string() }),
        async handle({ ctx, caller, session }) {
          const principal = await principalOf(ctx as never, { caller, session });
          return ok({ kind: principal?.kind ?? "", id: principal?.id ?? "" });
        },
      }),
      write: endpoint({
        route: "POST /files/write",
        access: "optional",
        requires: { principal: { kinds: ["api-key"], permission: { files: ["write"] } } },
        doc: "Only for keys.",
        input: z.object({ text: z.string() }),
        output: z.object({ text: z.string() }),
        handle: ({ input }) => ok(input),
      }),
    },
  },
});

/** An auth with keys, organizations and administrators. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const keys: ApiKeyPlugin = apiKey({ statements, ...options });
  const roles: AdminPlugin = admin();
  const teams: OrganizationPlugin = organization({
    statements: { ...organizationStatements, apiKey: ["create", "read", "update", "delete"], ...statements },
    roles: {
      ...organizationRoles,
      owner: { ...organizationRoles.owner, apiKey: ["create", "read", "update", "delete"], files: ["read", "write"] },
      member: {},
    },
  } as never);
  const fixture = createTestAuth({
    plugins: [keys, roles, teams, files],
    clientPlugins: [apiKeyClient(), organizationClient()],
    config: { user: { deleteUser: { enabled: true } }, ...config, ...(database && { database }) },
  });
  const { auth } = fixture;

  /** What the app sees of a request with these headers. */
  const principal = (headers: Readonly<Record<string, string>>, url?: RequestUrl) =>
    auth.api.getPrincipal({ href: url }, { headers: new Headers(headers) });

  const verify = (key: string, more: object = {}) => auth.api.verifyApiKey({ key, ...more });

  /** Why a key is not accepted; null: the key is valid. */
  const refusal = async (key: string) => (await verify(key)).error?.code ?? null;

  /** An organization of a user, who is its owner. */
  async function found(browser: { post(path: string, body: object): Promise<Response> }, slug: string) {
    const answer = await browser.post("/organization/create", { name: slug, slug });
    if (answer.status !== 200) throw new Error(await answer.text());
    return (await answer.json()).id as string;
  }

  let root: { headers(): Headers } | null = null;
  /** The headers of an administrator. */
  async function asAdministrator(): Promise<{ readonly headers: Headers }> {
    if (root === null) {
      const { browser, user } = await fixture.signUp("root@example.com");
      await fixture.db.update(userModel, user.id, { role: "admin" } as object);
      root = browser;
    }
    return { headers: root.headers() };
  }
  const removeUser = async (userId: string) => auth.api.admin.removeUser({ userId }, await asAdministrator());
  const banUser = async (userId: string) => auth.api.admin.banUser({ userId }, await asAdministrator());

  return { ...fixture, principal, verify, refusal, found, asAdministrator, removeUser, banUser };
}

export type Fixture = ReturnType<typeof open>;

/** Status and code of an answer. */
export const codeOf = async (answer: Response): Promise<unknown> => [answer.status, (await answer.json()).code];
