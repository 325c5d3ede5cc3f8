import { Screen } from "../layout/Screen.tsx";
import { Link } from "../router.tsx";

export const NotFound = () => (
  <Screen title="Page not found" lead="No page has this address.">
    <p className="choices">
      <Link className="button primary" href="/">
        Back to the start
      </Link>
    </p>
  </Screen>
);
