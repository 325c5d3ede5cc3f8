import { definePlugin, proofColumns } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { socialClient } from "@keyhold/social/client";
import { createTestAuth } from "@keyhold/testing";
import { beforeEach, expect, test } from "vitest";
import { open, setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { accountsOf, ann, providersOf } from "./fixture.ts";

/** A session that must give a second factor first: see the hook "session.restricted". */

const idp = useIdentityProvider();
const pages = { provider: "example", callbackURL: "/home", errorCallbackURL: "/refused" };

function openRestricting() {
  const rule: { isRestricted: boolean; factors: 1 | 2 } = { isRestricted: false, factors: 1 };
  const restricting = definePlugin({
    id: "restricting",
    extends: { session: { columns: proofColumns } },
    hooks: { "session.restricted": () => rule.isRestricted, "step-up.factors": () => rule.factors },
  });
  const fixture = createTestAuth({
    plugins: [social({ providers: providersOf(idp()), fetch: idp().fetch }), restricting],
    clientPlugins: [socialClient()],
  });
  idp().useClock(fixture.clock.now);
  return { ...fixture, rule };
}

let fixture: ReturnType<typeof openRestricting>;
let person: Awaited<ReturnType<typeof fixture.signUp>>;
beforeEach(async () => {
  fixture = openRestricting();
  person = await fixture.signUp(ann.email);
});

/** Starts a flow in the session, and answers the callback URL, which is not yet opened. */
async function goToProvider(path: "/link-social" | "/step-up/social"): Promise<URL> {
  const url = await setOut({ auth: fixture.auth, browser: person.browser }, pages, path);
  return new URL((await idp().authorize(url, { as: ann })).url);
}

test("a session that is restricted after the start of a flow links no account, and asks the provider for no tokens", async () => {
  const callback = await goToProvider("/link-social");
  fixture.rule.isRestricted = true;
  const calls = await tokenCallsDuring(idp(), async () =>
    expect((await open(person.browser, callback)).error).toBe("step_up_required"),
  );
  expect(calls).toBe(0);
  expect(await accountsOf(fixture, person.user.id)).toHaveLength(1);
});

test("a session without the second factor that the user has enrolled since the start of a flow links no account", async () => {
  const callback = await goToProvider("/link-social");
  fixture.rule.factors = 2;
  expect((await open(person.browser, callback)).error).toBe("step_up_required");
  expect(await accountsOf(fixture, person.user.id)).toHaveLength(1);
});

test("a restricted session proves a linked account, and starts no link", async () => {
  expect((await open(person.browser, await goToProvider("/link-social"))).error).toBe(null);
  fixture.rule.isRestricted = true;
  const { error } = await person.client.linkSocial({ provider: "example", callbackURL: "/home" });
  expect(error?.code).toBe("STEP_UP_REQUIRED");
  expect((await open(person.browser, await goToProvider("/step-up/social"))).error).toBe(null);
  expect((await person.client.getSession()).data?.session).toMatchObject({ amr: "pwd,fed" });
});
