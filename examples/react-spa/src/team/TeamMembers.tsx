import type { RefObject } from "react";
import { Avatar } from "../account/Avatar.tsx";
import { Busy } from "../form/Busy.tsx";
import { sayName } from "../layout/say-name.ts";
import { More } from "../lists/More.tsx";
import type { Pages } from "../lists/use-pages.ts";
import { Bones } from "../screens/Loading.tsx";

/** Somebody in a team, as far as it is shown. */
export interface TeamPerson {
  readonly id: string;
  readonly userId: string;
  readonly user: { readonly name: string; readonly email: string; readonly image: string | null };
}

interface TeamMembersProps {
  readonly top: RefObject<HTMLHeadingElement | null>;
  readonly members: Pages<TeamPerson>;
  readonly busy: string | null;
  /** Takes somebody out. Left out for whoever may not. */
  readonly take?: (userId: string, name: string) => void;
}

export const TeamMembers = ({ top, members: { items, ...rest }, busy, take }: TeamMembersProps) => (
  <section className="group">
    <h2 ref={top} tabIndex={-1}>
      Members
    </h2>
    {items.length === 0 && rest.isPending && <Bones />}
    {items.length === 0 && !rest.isPending && !rest.error && <p className="soft">NoUser is in it yet.</p>}
    <ul className="people">
      {items.map(({ id, userId, user: { name, email, image } }) => (
        <li key={id}>
          <Avatar name={name} image={image} />
          <div>
            <p className="name">{name}</p>
            <p className="meta">{email}</p>
          </div>
          {take && (
            <Busy
              kind="quiet"
              isSmall
              isBusy={busy === userId}
              label="Take out"
              busy="Taking out…"
              name={`Take out ${sayName(name)}`}
              onClick={() => take(userId, name)}
            />
          )}
        </li>
      ))}
    </ul>
    <More {...rest} />
  </section>
);
