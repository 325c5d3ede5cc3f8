import type { SignedIn } from "../account/signed-in.ts";
import { inWords } from "../form/form-error.ts";
import { ResultLine } from "../form/ResultLine.tsx";
import { Emblem } from "../organization/Emblem.tsx";
import { useOrganizations } from "../organization/use-organizations.ts";
import { useSwitch } from "../organization/use-switch.ts";
import { Link } from "../router.tsx";

interface SwitcherProps extends Pick<SignedIn, "session"> {
  readonly close: () => void;
}

/** The user's organizations, to choose the active one. */
export function OrganizationSwitcher({ session, close }: SwitcherProps) {
  const { data, error, isPending, current } = useOrganizations(session);
  const { busy, result, switchTo } = useSwitch();

  return (
    <section aria-label="Organizations">
      <p className="menu-title">Organizations</p>
      {isPending && <p className="menu-note">Looking…</p>}
      {error && !data && <p className="menu-note">{inWords(error)}</p>}
      <ul className="menu-list menu-choices">
        {data?.map((organization) => (
          <li key={organization.id}>
            <button
              className="menu-item"
              type="button"
              aria-current={organization.id === current?.id}
              aria-disabled={busy !== null}
              onClick={() => switchTo(organization)}
            >
              <Emblem name={organization.name} logo={organization.logo} />
              <span>{organization.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {result.text && <ResultLine {...result} />}
      <Link className="menu-item" href={data?.length === 0 ? "/organizations/new" : "/organizations"} onClick={close}>
        {data?.length === 0 ? "Create an organization" : "All organizations"}
      </Link>
    </section>
  );
}
