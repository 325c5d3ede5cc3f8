import { Screen } from "../../layout/Screen.tsx";
import { DeleteOrganization } from "../../organization/DeleteOrganization.tsx";
import { EditOrganization } from "../../organization/EditOrganization.tsx";
import { LeaveOrganization } from "../../organization/LeaveOrganization.tsx";
import { may } from "../../organization/may.ts";
import type { Work } from "../../organization/work.ts";

export const Settings = (work: Work) => (
  <Screen title="Settings">
    {may(work.me, { organization: ["update"] }) ? <EditOrganization {...work} /> : <Facts {...work} />}
    <LeaveOrganization {...work} />
    {may(work.me, { organization: ["delete"] }) && <DeleteOrganization {...work} />}
  </Screen>
);

/** For members without permission to change the settings. */
const Facts = ({ organization: { name, slug } }: Work) => (
  <dl className="facts">
    <dt>Name</dt>
    <dd>{name}</dd>
    <dt>Slug</dt>
    <dd>{slug}</dd>
  </dl>
);
