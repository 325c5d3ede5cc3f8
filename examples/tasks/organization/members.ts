import { organizationClient } from "@keyhold/organization/client";
import { createAuthClient } from "@keyhold/react";

const authClient = createAuthClient({ plugins: [organizationClient()] });

export const create = (name: string, slug: string) => authClient.organization.create({ name, slug });
export const invite = (email: string) => authClient.organization.inviteMember({ email, role: "admin" });
