import { accountLists, createAuthClient } from "@keyhold/client";
import { organizationClient, teamsClient } from "@keyhold/organization/client";
import { vi } from "vitest";
import type { Person } from "./teams/fixture.ts";

/** A user's page with subscribers on every store, and the requests of the page. Needs a faked `setTimeout`. */

const plugins = [organizationClient(), teamsClient(), accountLists()] as const;

/** The route of each store. */
const reads = {
  session: "/get-session",
  activeOrganization: "/organization/get-full-organization",
  listOrganizations: "/organization/list",
  activeMember: "/organization/get-active-member",
  sessions: "/list-sessions",
} as const;
export type StoreName = keyof typeof reads;
export const storeNames: readonly StoreName[] = [
  "session",
  "activeOrganization",
  "listOrganizations",
  "activeMember",
  "sessions",
];

export function openPage({ browser }: Pick<Person, "browser">) {
  /** The path of every request, oldest first. */
  const asked: string[] = [];
  const waiting = new Set<Promise<Response>>();
  const counting: typeof fetch = (input, init) => {
    asked.push(new URL(String(input)).pathname.replace("/api/auth", ""));
    const answer = browser.fetch(String(input), init).finally(() => waiting.delete(answer));
    waiting.add(answer);
    return answer;
  };
  const client = createAuthClient({ baseURL: "https://app.example.com", fetch: counting, plugins, retry: 0 });
  return { client, asked, waiting };
}
export type Page = ReturnType<typeof openPage>;

/** The delay between a change and the refresh of the stores. */
const refreshDelayMilliseconds = 10;

/** Waits until every request is answered and no refresh follows. */
export async function quiet({ asked, waiting }: Pick<Page, "asked" | "waiting">): Promise<void> {
  for (let before = -1; before !== asked.length || waiting.size > 0; ) {
    before = asked.length;
    await Promise.all(waiting);
    await vi.advanceTimersByTimeAsync(refreshDelayMilliseconds);
  }
}

/** Subscribes many components to every store; returns a function to unsubscribe them. */
export async function watch(page: Page): Promise<() => void> {
  const stops = storeNames.flatMap((name) =>
    Array.from({ length: 50 }, () => page.client[name].subscribe(() => undefined)),
  );
  await quiet(page);
  return () => {
    for (const stop of stops) stop();
  };
}

/** The number of requests per store during `work`; omits stores without requests. */
export async function readsDuring(page: Page, work: () => unknown): Promise<Partial<Record<StoreName, number>>> {
  const since = page.asked.length;
  await work();
  await quiet(page);
  const asked = page.asked.slice(since);
  const counted = storeNames.map((name) => [name, asked.filter((path) => path === reads[name]).length] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}
