import { createAuthClient } from "@keyhold/client";
import { multiSessionClient } from "@keyhold/multi-session/client";
import { afterEach, expect, test } from "vitest";
import { settled } from "../../../tests/harness/settled.ts";
import { open, origin } from "./fixture.ts";

const stops: (() => void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await settled();
});

const fixture = open();

/** A tab of a browser, with subscribers; notes which user and which active account a page of the tab shows. */
async function openTab({ fetch }: { readonly fetch: (path: string | URL, init?: RequestInit) => Promise<Response> }) {
  const tab = createAuthClient({
    baseURL: origin,
    fetch: (input, init) => fetch(String(input), init),
    plugins: [multiSessionClient()],
    retry: 0,
  });
  const shown: (readonly (string | undefined)[])[] = [];
  const note = (): void => {
    const active = tab.deviceSessions.get().data?.find(({ isActive }) => isActive);
    shown.push([tab.session.get().data?.user.name, active?.user.name]);
  };
  stops.push(tab.session.subscribe(note), tab.deviceSessions.subscribe(note));
  for (let waited = 0; tab.deviceSessions.get().isPending && waited < 50; waited += 1) await settled();
  const until = async (name: string): Promise<void> => {
    for (let waited = 0; waited < 50; waited += 1) {
      await settled();
      if (shown.at(-1)?.every((one) => one === name)) return;
    }
  };
  return { tab, shown, until };
}

test("no tab shows a list of one account beside another account, and every tab follows a switch", async () => {
  const { browser } = await fixture.signedIn("ada", "bob");
  const [one, two] = [await openTab(browser), await openTab(browser)];
  const sessionToken = await fixture.tokenOf(browser, "ada");
  expect((await one.tab.multiSession.setActive({ sessionToken })).error).toBe(null);
  for (const { until, shown } of [one, two]) {
    await until("ada");
    expect(shown.at(-1)).toEqual(["ada", "ada"]);
    expect(shown.filter(([user, active]) => user === "ada" && active === "bob")).toEqual([]);
  }
});

test("a tab follows the next account after the active session has ended elsewhere", async () => {
  const { browser } = await fixture.signedIn("eve", "dan");
  const { tab, shown, until } = await openTab(browser);
  const elsewhere = await fixture.signedIn("dan");
  await elsewhere.browser.post("/revoke-other-sessions");
  await tab.session.refetch();
  expect(tab.session.get().data).toMatchObject({ user: { name: "eve" }, switched: true });
  await until("eve");
  expect(shown.at(-1)).toEqual(["eve", "eve"]);
  expect(shown.filter(([user, active]) => user === "eve" && active === "dan")).toEqual([]);
});
