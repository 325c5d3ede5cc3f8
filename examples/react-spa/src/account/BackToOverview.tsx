import { Link } from "../router.tsx";

/** On a narrow page, which has no navigation beside its screens. */
export const BackToOverview = () => (
  <p className="back">
    <Link href="/">Your account</Link>
  </p>
);
