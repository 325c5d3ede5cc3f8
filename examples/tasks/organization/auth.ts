import { createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { config } from "../email/auth.ts";

export const auth = createAuth({ ...config, plugins: [organization()] });

export async function deleteProject(request: Request): Promise<Response> {
  const call = { headers: request.headers };
  const { success } = await auth.api.organization.hasPermission({ permissions: { organization: ["delete"] } }, call);
  return new Response(null, { status: success ? 204 : 403 });
}
