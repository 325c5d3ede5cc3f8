import { createAuthClient } from "@keyhold/client";
import { createAuth } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { organizationClient } from "./client.js";
import { type OrganizationPlugin, organization, organizationStatements } from "./index.js";

/** Code that must not compile, and never runs: the type checker is the test. */

declare const database: Database;
const base = { database, secret: "", baseURL: "" };

export async function defaultStatements(): Promise<void> {
  const { api } = createAuth({ ...base, plugins: [organization()] });
  await api.organization.hasPermission({ permissions: { member: ["update"], team: ["create"] } });
  await api.organization.hasPermission({ permissions: { member: ["update"] }, organizationId: "x" });
  // @ts-expect-error a misspelt action
  await api.organization.hasPermission({ permissions: { member: ["updat"] } });
  // @ts-expect-error a misspelt resource
  await api.organization.hasPermission({ permissions: { members: ["update"] } });
  await api.organization.hasPermission({ permission: { member: ["update"] } });
  // @ts-expect-error no permissions
  await api.organization.hasPermission({ permission: ["update"] });
}

export async function otherCallsTakeNoPermissions(): Promise<void> {
  const { api } = createAuth({ ...base, plugins: [organization()] });
  const acme = { name: "Acme", slug: "acme" };
  await api.organization.create(acme);
  // @ts-expect-error an organization has no permissions
  await api.organization.create({ ...acme, permissions: { member: ["update"] } });
  // @ts-expect-error an organization has no permissions
  await api.organization.update({ data: { permissions: { member: ["update"] } } });
}

export async function statementsOfTheApp(): Promise<void> {
  const statements = { ...organizationStatements, invoice: ["read", "pay"] } as const;
  const { api } = createAuth({ ...base, plugins: [organization({ statements })] });
  await api.organization.hasPermission({ permissions: { invoice: ["pay"], member: ["update"] } });
  // @ts-expect-error a misspelt action
  await api.organization.hasPermission({ permissions: { invoice: ["refund"] } });
  const client = createAuthClient({ plugins: [organizationClient<typeof statements>()] });
  await client.organization.hasPermission({ permissions: { invoice: ["pay"] } });
  // @ts-expect-error a misspelt resource
  await client.organization.hasPermission({ permissions: { invoices: ["pay"] } });
}

export async function statementsWithoutATypeOfTheirOwn(plugin: OrganizationPlugin): Promise<void> {
  const permissions: Record<string, string[]> = { invoice: ["pay"] };
  await createAuth({ ...base, plugins: [plugin] }).api.organization.hasPermission({ permissions });
  const client = createAuthClient({ plugins: [organizationClient()] });
  await client.organization.hasPermission({ permissions });
}
