import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";

export const NotFound = () => (
  <Screen title="Nothing here" lead="This address belongs to no page.">
    <p className="choices">
      <Link className="button primary" href="/">
        Back to the start
      </Link>
    </p>
  </Screen>
);
