import { Screen } from "../../layout/Screen.tsx";
import { Link } from "../../router.tsx";

/** For users without an active organization. */
export const NoOrganization = () => (
  <Screen title="No organization" lead="You work in none right now: none was chosen, or you are not a member any more.">
    <p className="choices">
      <Link className="button primary" href="/organizations">
        Choose one
      </Link>
    </p>
  </Screen>
);
