import { organizationPaths } from "../../../shared/paths.ts";
import { Screen } from "../../layout/Screen.tsx";
import { sayName } from "../../layout/say-name.ts";
import { Emblem } from "../../organization/Emblem.tsx";
import { sayRoles } from "../../organization/roles.ts";
import { sections } from "../../organization/sections.ts";
import type { Work } from "../../organization/work.ts";
import { Link, useLinkQuery } from "../../router.tsx";

export function OrganizationOverview(work: Work) {
  const { organization, me } = work;
  const { name, logo } = organization;
  const isNew = useLinkQuery().has("joined");
  const heading = (
    <>
      <Emblem name={name} logo={logo} />
      {sayName(name)}
    </>
  );
  return (
    <Screen title={sayName(name)} heading={heading} lead={`Your role: ${sayRoles(me.role)}`}>
      {isNew && (
        <p className="notice" role="status">
          You are a member now.
        </p>
      )}
      <ul className="rows">
        {organizationPaths.map((path) => (
          <li key={path}>
            <Link href={path}>
              <span className="name">{sections[path].title}</span>
              <span className="meta">{sections[path].about(work)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="aside">
        Or see <Link href="/organizations">all your organizations</Link>.
      </p>
    </Screen>
  );
}
