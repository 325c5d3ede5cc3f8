import { type Context, pagesOf } from "@keyhold/core/plugin";
import { memberModel } from "../models.js";

/** The ids of the organizations in which a user is a member. */
export async function organizationsOf(userId: string, { db }: Context): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of pagesOf(db, memberModel, { userId })) {
    ids.push(...page.map(({ organizationId }) => organizationId));
  }
  return ids;
}
