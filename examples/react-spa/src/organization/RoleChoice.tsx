import { Options } from "../form/Options.tsx";
import { outranks } from "./may.ts";
import { roleNames, roleWords, sayRoles } from "./roles.ts";
import type { Work } from "./work.ts";

interface RoleChoiceProps extends Pick<Work, "me"> {
  /** The initial role. */
  readonly present: string;
}

/** The roles that a member can give, each with an explanation. */
export function RoleChoice({ me, present }: RoleChoiceProps) {
  const offered = roleNames
    .filter((role) => outranks(me, role))
    .map((role) => ({ value: role as string, label: roleWords[role].name, about: roleWords[role].about }));
  // Several roles at once, or a role of the organization's own.
  const asItIs = offered.some(({ value }) => value === present)
    ? []
    : [{ value: present, label: sayRoles(present) || "None", about: "As it is." }];
  return <Options name="role" legend="Role" options={[...asItIs, ...offered]} present={present} />;
}
