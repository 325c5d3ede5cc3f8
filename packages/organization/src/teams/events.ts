import { eventsFor, type TxContext } from "@keyhold/core/plugin";
import type { By } from "../events.js";
import type { Team } from "../schemas.js";
import type { TeamMember } from "./models.js";

/** Every change of a team. Of a team that is removed, and of a deleted organization, its members are not told one by one. */
export type TeamEvent =
  | ({ readonly type: "team.created"; readonly team: Team } & By)
  /** `changed`: the columns, e.g. ["name"]. */
  | ({ readonly type: "team.updated"; readonly team: Team; readonly changed: readonly string[] } & By)
  | ({ readonly type: "team.removed"; readonly team: Team } & By)
  | ({ readonly type: "team-member.added"; readonly team: Team; readonly teamMember: TeamMember } & By)
  | ({ readonly type: "team-member.removed"; readonly team: Team; readonly teamMember: TeamMember } & By);

/** Tells an event, after commit when inside a transaction. */
export const emit: (ctx: Pick<TxContext, "emit">, event: TeamEvent) => void = eventsFor<TeamEvent>();
