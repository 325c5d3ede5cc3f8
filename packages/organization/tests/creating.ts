import { definePlugin, type Plugin, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { createTestAuth } from "@keyhold/testing";
import { type Options, openOrganizations } from "./fixture.ts";

export const acme = { name: "Acme", slug: "acme" };

/** Ann, a creator of organizations. */
export async function openAnn(options?: Options) {
  const fixture = openOrganizations(options);
  const ann = await fixture.signUp("ann@example.com");
  const create = (input: object = {}) => ann.client.organization.create({ ...acme, ...input });
  const count = async () => [await fixture.db.count(organizationModel, {}), await fixture.db.count(memberModel, {})];
  return { ...fixture, ann, create, count };
}

export const codeOf = ({ error }: { readonly error: { readonly code?: string } | null }) => error?.code ?? null;

/** Ann is an administrator; organizations have a plan, and a unique number. */
export function openOffice(options: Options = {}) {
  const office: Plugin = definePlugin({
    id: "office",
    isAdmin: ({ email }) => email === "ann@example.com",
    extends: {
      organization: {
        columns: {
          plan: text().optional().input(),
          number: text().optional().input().unique(),
          notes: text().optional(),
        },
      },
    },
  });
  const fixture = createTestAuth({
    plugins: [organization(options), office] as const,
    clientPlugins: [organizationClient()] as const,
  });
  return { ...fixture, bob: fixture.signUp("bob@example.com") };
}
