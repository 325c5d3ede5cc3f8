import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { By } from "../events.js";
import type { Team } from "../routes/schemas.js";
import type { TeamMember } from "./models.js";

/** Events for every change to a team. The removal of a team or an organization emits no event for the team members. */
export type TeamEvent =
  | ({ readonly type: "team.created"; readonly team: Team } & By)
  /** `changed`: the changed columns, e.g. ["name"]. */
  | ({ readonly type: "team.updated"; readonly team: Team; readonly changed: readonly string[] } & By)
  | ({ readonly type: "team.removed"; readonly team: Team } & By)
  | ({ readonly type: "team-member.added"; readonly team: Team; readonly teamMember: TeamMember } & By)
  | ({ readonly type: "team-member.removed"; readonly team: Team; readonly teamMember: TeamMember } & By);

/** Emits an event; inside a transaction, after the commit. */
export const emit: (ctx: Pick<TxContext, "emit">, event: TeamEvent) => void = eventsFor<TeamEvent>();
