import type { ComponentType } from "react";
import type { OrganizationPath } from "../../shared/paths.ts";
import { Invitations } from "../screens/organization/Invitations.tsx";
import { Members } from "../screens/organization/Members.tsx";
import { Settings } from "../screens/organization/Settings.tsx";
import { Teams } from "../screens/organization/Teams.tsx";
import { isOpen } from "./is-open.ts";
import type { Work } from "./work.ts";

/** A screen of an organization. */
interface Section {
  readonly title: string;
  /** A summary for the list of screens. */
  readonly about: (work: Work) => string;
  readonly Screen: ComponentType<Work>;
}

/** "1 person", "2 people", or the word for zero. */
const count = (number: number, one: string, many: string, none = `0 ${many}`): string =>
  number === 0 ? none : `${number} ${number === 1 ? one : many}`;

export const sections: Readonly<Record<OrganizationPath, Section>> = {
  "/organization/members": {
    title: "Members",
    about: ({ organization: { members, membersCursor } }) =>
      membersCursor ? `More than ${members.length} people` : count(members.length, "person", "people"),
    Screen: Members,
  },
  "/organization/invitations": {
    title: "Invitations",
    about: ({ organization: { invitations } }) =>
      count(invitations.filter(isOpen).length, "waits for an answer", "wait for an answer", "No open invitations"),
    Screen: Invitations,
  },
  "/organization/teams": {
    title: "Teams",
    about: ({ organization: { teams } }) => count(teams?.length ?? 0, "team", "teams", "None yet"),
    Screen: Teams,
  },
  "/organization/settings": { title: "Settings", about: () => "Its name, leave it, delete it", Screen: Settings },
};
