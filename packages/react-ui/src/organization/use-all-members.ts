import { useUI } from "../context.js";
import { useRead } from "../lists/use-read.js";
import type { Member, OrganizationView } from "./types.js";

/** The maximum of the server for a page. */
const pageSize = 1000;

/**
 * All members of an organization: the page of the organization at first, and the other pages as soon as they are read, if
 * they are needed.
 */
export function useAllMembers(
  { id: organizationId, members, membersCursor }: OrganizationView["organization"],
  isNeeded: boolean,
): readonly Member[] {
  const { client } = useUI();
  const rest = useRead(
    `${organizationId} ${membersCursor} ${isNeeded}`,
    !isNeeded || membersCursor === null
      ? null
      : async (signal) => {
          const read: Member[] = [];
          for (let cursor: string | null = membersCursor; cursor !== null; ) {
            const page = { organizationId, cursor, limit: pageSize };
            const answer: Awaited<ReturnType<typeof client.organization.listMembers>> =
              await client.organization.listMembers(page, { signal });
            if (answer.error) return answer;
            read.push(...answer.data.members);
            cursor = answer.data.nextCursor;
          }
          return { data: read, error: null };
        },
  );
  return [...members, ...(rest.data ?? [])];
}
