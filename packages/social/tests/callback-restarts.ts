import { callbackResultOf, open } from "../../../tests/harness/sign-in-flow.ts";
import type { Cause } from "./callback-causes.ts";
import { type Fixture, goThere, goThereAndBack, openFixture } from "./fixture.ts";

const atAnotherBrowser = (cookie: (flow: Fixture) => Promise<string | null>) => async (flow: Fixture) => {
  const url = await goThere(flow);
  const header = await cookie(flow);
  return callbackResultOf(
    await flow.auth.handler(new Request(url, { headers: header === null ? {} : { cookie: header } })),
  );
};

/** Every cause of `please_restart_the_process`. */
export const restarts: readonly Cause[] = [
  {
    what: "a state of another form",
    come: (flow) => goThereAndBack(flow, { state: "AAAA" }),
    says: /`state` is not from this app/,
  },
  {
    what: "a state that was never issued",
    come: (flow) => goThereAndBack(flow, { state: "A".repeat(32) }),
    says: /`state` is unknown: this URL was opened before/,
  },
  {
    what: "a state with a NUL in it",
    come: (flow) => goThereAndBack(flow, { state: "\0" }),
    says: /state: Holds a NUL/,
    isEarly: true,
  },
  {
    what: "two states",
    faults: { callback: (parameters) => parameters.append("state", "x") },
    says: /state: Given more than once/,
    isEarly: true,
  },
  {
    what: "a state that is ten minutes old",
    async come(flow) {
      const url = await goThere(flow);
      flow.clock.forward({ minutes: 10 });
      return open(flow.browser, url);
    },
    says: /older than ten minutes/,
  },
  {
    what: "a state of another provider",
    async come(flow) {
      const url = await goThere(flow);
      return open(flow.browser, new URL(url.href.replace("/google?", "/example?")));
    },
    says: /another provider than Example ID/,
  },
  {
    what: "a browser without a cookie",
    come: atAnotherBrowser(async () => null),
    says: /cookie "(__Host-)?keyhold\.state" is missing.+(localhost:3000|app\.example\.com).+`credentials: "include"`/,
  },
  {
    what: "a browser with the cookie of another flow",
    come: atAnotherBrowser(async (flow) => {
      const other = flow.visit().browser;
      await goThere({ ...flow, browser: other });
      return other.cookies.header();
    }),
    says: /another browser.+cookie "(__Host-)?keyhold\.state" has another value/,
  },
  {
    what: "a cookie that another app on this host signed",
    come: atAnotherBrowser(async (flow) => {
      const secret = "of another app: 0123456789abcdefgh";
      const other = openFixture(flow.idp, { config: { baseURL: flow.baseURL, secret } });
      await goThere(other);
      return other.browser.cookies.header();
    }),
    says: /signature of the cookie "(__Host-)?keyhold\.state" is invalid.+`cookies\.prefix`/,
  },
  {
    what: "a linking flow of a user who has signed out",
    async come(flow) {
      const { browser } = await flow.signUp("ann@example.com");
      const url = await goThere({ ...flow, browser }, {}, { path: "/link-social" });
      await browser.post("/sign-out");
      return open(browser, url);
    },
    says: /started to link an account in a session that this browser no longer has/,
  },
  {
    what: "a step-up of a user who has signed out",
    options: { hasProofs: true },
    async come(flow) {
      const { browser } = await flow.signUp("ann@example.com");
      const url = await goThere({ ...flow, browser }, { provider: "example" }, { path: "/step-up/social" });
      await browser.post("/sign-out");
      return open(browser, url);
    },
    says: /started to step up in a session that this browser no longer has/,
  },
];
