import { z } from "@keyhold/core/schema";
import { type MemberUser, memberUser } from "../routes/schemas.js";
import type { TeamMember } from "./models.js";

const teamMemberColumns = { id: z.string(), teamId: z.string(), userId: z.string(), createdAt: z.date() };

export const teamMember: z.Schema<TeamMember> = z.object(teamMemberColumns).meta({ model: "teamMember" });

/** A team membership with the user fields visible to other members. */
export interface TeamMemberWithUser extends TeamMember {
  readonly user: MemberUser;
}

export const teamMemberWithUser: z.Schema<TeamMemberWithUser> = z
  .object({ ...teamMemberColumns, user: memberUser })
  .meta({ id: "TeamMemberWithUser", model: "teamMember" });
