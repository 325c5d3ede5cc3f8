import type { ActivityView } from "../../../shared/shop.ts";
import { sayName } from "../../layout/say-name.ts";
import { Time } from "../../layout/Time.tsx";

/** Events, each a sentence; the type is the one that handlers get. */
export const Feed = ({ activity }: { activity: readonly ActivityView[] }) => (
  <ul className="shop-feed">
    {activity.map(({ id, at, type, subject, detail }) => (
      <li key={id}>
        <p>
          <strong>{sayName(subject)}</strong> {detail}
        </p>
        <p className="shop-note">
          <code>{type}</code> <Time at={new Date(at)} />
        </p>
      </li>
    ))}
  </ul>
);
