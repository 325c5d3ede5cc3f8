import { z } from "zod";
import { type MemberUser, memberUser } from "../shapes.js";
import type { TeamMember } from "./models.js";

const teamMemberColumns = { id: z.string(), teamId: z.string(), userId: z.string(), createdAt: z.date() };

export const teamMember: z.ZodType<TeamMember> = z.object(teamMemberColumns);

/** With what members see of each other. */
export interface TeamMemberWithUser extends TeamMember {
  readonly user: MemberUser;
}

export const teamMemberWithUser: z.ZodType<TeamMemberWithUser> = z.object({ ...teamMemberColumns, user: memberUser });
