import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { useRead } from "../lists/use-read.js";
import type { OrganizationView, Team } from "../organization/types.js";
import { shortName } from "../parts/short-name.js";
import { team as english } from "../texts/en/team.js";
import { useTexts } from "../texts/use-texts.js";
import { useTeamErrors } from "./use-team-errors.js";

/** The state of the teams of an organization. */
export interface TeamsState extends ActionState {
  readonly teams: readonly Team[];
  /** Whether the user is in a team. */
  readonly isOwn: (team: Team) => boolean;
  /** The user's active team; null: none. */
  readonly activeId: string | null;
  /** Makes a team of the user active in this session. `busy` is the id during the call. */
  readonly activate: (team: Team) => void;
  /** Creates a team; null: not allowed. */
  readonly form: FormState<"name"> | null;
}

/**
 * The state and the handlers of the teams of an organization, without markup.
 *
 * @example const { teams, form } = useTeams(view);
 */
export function useTeams({ organization, rights }: OrganizationView): TeamsState {
  const { client } = useUI();
  const texts = useTexts("team", english);
  const codes = useTeamErrors();
  const { run, ...action } = useAction();
  const { id: organizationId } = organization;
  const own = useRead(organizationId, (signal) => client.organization.listUserTeams({}, { signal }));

  function activate({ id, name }: Team): void {
    run(id, {
      call: async () => (await client.organization.setActiveTeam({ teamId: id })).error,
      done: texts.activated(shortName(name)),
      errors: codes,
    });
  }

  const form = useForm<"name">({
    fields: [
      { name: "name", label: texts.name, empty: texts.nameEmpty, input: { autoComplete: "off", maxLength: 255 } },
    ],
    errorTexts: codes,
    clearsAfterSuccess: true,
    send: async ({ name = "" }) => (await client.organization.createTeam({ name, organizationId })).error,
  });

  return {
    ...action,
    teams: organization.teams ?? [],
    isOwn: ({ id }) => own.data?.some((team) => team.id === id) ?? false,
    activeId: client.useSession().data?.session.activeTeamId ?? null,
    activate,
    form: rights.can({ team: ["create"] }) ? form : null,
  };
}
