import { Avatar } from "../account/Avatar.tsx";
import { authClient } from "../auth-client.ts";
import { Failed } from "../layout/Failed.tsx";
import { Time } from "../layout/Time.tsx";
import { More } from "../lists/More.tsx";
import { usePages } from "../lists/use-pages.ts";
import { Link } from "../router.tsx";
import { Bones } from "../screens/Loading.tsx";
import type { ManagedUser } from "./managed.ts";
import { queryOf, type UserSearch } from "./search.ts";
import { UserTags } from "./UserTags.tsx";

const pageLength = 20;

export function UserList({ search }: { search: UserSearch }) {
  const query = queryOf(search);
  const { items, refetch, ...rest } = usePages<ManagedUser>({
    question: JSON.stringify(query),
    from: "",
    atFirst: 1,
    async read(cursor, signal) {
      const page = { ...query, limit: pageLength, ...(cursor && { cursor }) };
      const { data, error } = await authClient.admin.listUsers(page, { signal });
      return error ? { data, error } : { data: { items: data.users, nextCursor: data.nextCursor }, error };
    },
  });
  if (items.length === 0 && rest.error) return <Failed what="The users" error={rest.error} retry={refetch} />;

  return (
    <>
      <p className="soft" role="status">
        {!rest.isPending && countOf(items.length, rest.hasMore)}
      </p>
      {items.length === 0 && rest.isPending && <Bones />}
      <ul className="rows people-rows">
        {items.map((user) => (
          <li key={user.id}>
            <Link href={`/admin/users/${user.id}`}>
              <Avatar name={user.name} image={user.image} />
              <span className="name">
                {user.name} <UserTags user={user} />
              </span>
              <span className="meta">
                {user.email}, since <Time at={user.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <More {...rest} />
    </>
  );
}

function countOf(count: number, hasMore: boolean): string {
  if (count === 0) return "No user matches.";
  if (hasMore) return `The first ${count}.`;
  return count === 1 ? "One person." : `${count} people.`;
}
