import { memberModel, organizationModel, organizationRoleModel } from "@keyhold/organization/plugin";
import { type Company, type Options, openCompany, type Person } from "./fixture.ts";

/** Shared by the tests of roles created by organizations. */

export const allowing = { roleLimit: 10 } as const;
export const billing = { member: ["update"], invitation: ["create"] };

export interface CompanyWithRole extends Company {
  readonly roleId: string;
}

/** A company with the role "billing", created by the owner. */
export async function openWithRole(
  permission: Record<string, string[]> = billing,
  options: Options = allowing,
): Promise<CompanyWithRole> {
  const company = await openCompany(options);
  const { data } = await company.owner.client.organization.createRole({
    role: "billing",
    permission,
    organizationId: company.organizationId,
  });
  if (!data?.id) throw new Error("The role was not created.");
  return { ...company, roleId: data.id };
}

/** Sets the roles of a member directly, without hooks. */
export async function give({ fixture, organizationId }: Company, { user }: Person, role: string): Promise<void> {
  const member = await fixture.db.find(memberModel, { organizationId, userId: user.id });
  await fixture.db.transactionOn(organizationModel, organizationId, async (tx, organization) => {
    await tx.update(memberModel, member?.id ?? "", { role }, organization);
  });
}

export const roleOf = async ({ fixture, organizationId }: Company, { user }: Person): Promise<string | undefined> =>
  (await fixture.db.find(memberModel, { organizationId, userId: user.id }))?.role;

/** The roles created by the organization, as stored. */
export const stored = async ({ fixture, organizationId }: Company): Promise<readonly (readonly [string, unknown])[]> =>
  (await fixture.db.list(organizationRoleModel, { organizationId }, { orderBy: "role", limit: 100 })).map(
    ({ role, permission }) => [role, JSON.parse(permission)],
  );

/** Sends a request without the client's types. */
export async function post({ browser }: Pick<Person, "browser">, path: string, body: object) {
  const response = await browser.post(`/organization/${path}`, body);
  const { code, issues } = await response.json();
  return { status: response.status, code, issues };
}
