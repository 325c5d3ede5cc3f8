import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { type Pages, usePages } from "../lists/use-pages.js";
import { useRead } from "../lists/use-read.js";
import { sectionPath } from "../organization/sections.js";
import type { OrganizationView, Team } from "../organization/types.js";
import { useAllMembers } from "../organization/use-all-members.js";
import { shortName } from "../parts/short-name.js";
import { team as english } from "../texts/en/team.js";
import { useTexts } from "../texts/use-texts.js";
import { type Person, usePerson } from "../user/person.js";
import { useTeamErrors } from "./use-team-errors.js";

/** A member of a team, with the user. */
export type TeamMember = NonNullable<
  Awaited<ReturnType<FullClient["organization"]["listTeamMembers"]>>["data"]
>["members"][number];

/** The state of a team. */
export interface TeamState extends ActionState {
  readonly members: Pages<TeamMember>;
  /** Whether the user is in the team. */
  readonly isIn: boolean;
  /** Whether this team is the user's active team. */
  readonly isActive: boolean;
  /** Makes this team the active team of the session, or no team. `busy` is "active" during the call. */
  readonly setActive: (isActive: boolean) => void;
  /**
   * Takes a member out of the team; null: not allowed. True after a success. `busy` is the id of the user during the
   * call.
   */
  readonly removeMember: ((member: TeamMember) => Promise<boolean>) | null;
  /** Adds a member of the organization; null: not allowed, or all are in the team. */
  readonly addForm: FormState<"userId"> | null;
  readonly canAdd: boolean;
  /** Null: not allowed. */
  readonly renameForm: FormState<"name"> | null;
  /** Null: not allowed. */
  readonly removal: TeamRemoval | null;
}

/** The removal of a team. */
export interface TeamRemoval extends Pick<ActionState, "busy" | "error"> {
  /** Removes the team, and goes to the list of teams. */
  readonly remove: () => void;
}

/**
 * The state and the handlers of a team, without markup: members, name and removal.
 *
 * @example const { members, renameForm, removal } = useTeam(view, team);
 */
export function useTeam(view: OrganizationView, team: Team): TeamState {
  const { client } = useUI();
  const { member, rights } = view;
  const texts = useTexts("team", english);
  const codes = useTeamErrors();
  const personOf = usePerson();
  const { run, ...action } = useAction();
  const teamId = team.id;
  const members = usePages<TeamMember>({
    from: "",
    atFirst: 1,
    async read(cursor, signal) {
      const page = { teamId, ...(cursor && { cursor }) };
      const { data, error } = await client.organization.listTeamMembers(page, { signal });
      return error ? { data, error } : { data: { items: data.members, nextCursor: data.nextCursor }, error };
    },
  });
  const own = useRead(teamId, (signal) => client.organization.listUserTeams({}, { signal }));
  const refetch = () => Promise.all([members.refetch(), own.refetch()]);
  const addForm = useAddForm(view, { teamId, members: members.items, refetch });
  const renameForm = useRenameForm(team);
  const removal = useRemoval(team);
  const canUpdate = rights.can({ team: ["update"] });

  async function removeMember({ userId, user }: TeamMember): Promise<boolean> {
    const isDone = await run(userId, {
      call: async () => (await client.organization.removeTeamMember({ teamId, userId })).error,
      done: texts.removedMember(shortName(personOf(user).name)),
      errors: codes,
    });
    await refetch();
    return isDone;
  }

  return {
    ...action,
    members,
    isIn: own.data?.some(({ id }) => id === teamId) ?? members.items.some(({ userId }) => userId === member.userId),
    isActive: client.useSession().data?.session.activeTeamId === teamId,
    setActive(isActive) {
      const call = async () => (await client.organization.setActiveTeam({ teamId: isActive ? teamId : null })).error;
      run("active", { call, errors: codes });
    },
    removeMember: canUpdate ? removeMember : null,
    canAdd: canUpdate,
    addForm: canUpdate && addForm.hasOthers ? addForm.form : null,
    renameForm: canUpdate ? renameForm : null,
    removal: rights.can({ team: ["delete"] }) ? removal : null,
  };
}

function useRemoval({ id: teamId }: Team): TeamRemoval {
  const { client, paths, navigate } = useUI();
  const errors = useTeamErrors();
  const { busy, error, run } = useAction();

  async function remove(): Promise<void> {
    const call = async () => (await client.organization.removeTeam({ teamId })).error;
    if (await run("remove", { call, errors })) navigate(sectionPath(paths, "teams"), { replace: false });
  }

  return { busy, error, remove };
}

interface AddForm {
  readonly form: FormState<"userId">;
  /** Whether a member of the organization is not in the team. */
  readonly hasOthers: boolean;
}

interface Adding {
  readonly teamId: string;
  /** The members of the team that are shown. */
  readonly members: readonly TeamMember[];
  readonly refetch: () => Promise<unknown>;
}

function useAddForm({ organization, rights }: OrganizationView, { teamId, members, refetch }: Adding): AddForm {
  const { client } = useUI();
  const texts = useTexts("team", english);
  const codes = useTeamErrors();
  const everyone = useAllMembers(organization, rights.can({ team: ["update"] }));
  const personOf = usePerson();
  const optionOf = ({ name, contact }: Person): string =>
    contact === null ? shortName(name) : texts.memberOption(shortName(name), contact);
  const others = everyone.filter(({ userId }) => !members.some((one) => one.userId === userId));
  const form = useForm<"userId">({
    fields: [
      {
        name: "userId",
        kind: "select",
        label: texts.member,
        options: others.map(({ userId, user }) => ({ value: userId, label: optionOf(personOf(user)) })),
      },
    ],
    errorTexts: codes,
    staysAfterSuccess: true,
    async send({ userId = "" }) {
      const { error } = await client.organization.addTeamMember({ teamId, userId });
      if (!error) await refetch();
      return error;
    },
  });
  return { form, hasOthers: others.length > 0 };
}

function useRenameForm({ id: teamId, name: present }: Team): FormState<"name"> {
  const { client } = useUI();
  const texts = useTexts("team", english);
  return useForm<"name">({
    fields: [
      {
        name: "name",
        label: texts.name,
        empty: texts.nameEmpty,
        input: { autoComplete: "off", maxLength: 255, defaultValue: present },
      },
    ],
    errorTexts: useTeamErrors(),
    staysAfterSuccess: true,
    send: async ({ name = "" }) => (await client.organization.updateTeam({ teamId, data: { name } })).error,
  });
}
