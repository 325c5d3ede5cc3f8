import { describe, expect, test } from "vitest";
import { everyPlugin } from "./every-plugin.js";
import { type flows as all, flows } from "./flows.js";
import { measure } from "./measured.js";
import { executablePath, setUp } from "./pages.js";

interface Limits {
  /** All requests, by method and path. */
  readonly requests: Readonly<Record<string, number>>;
  /** The list that a change reads again, if the page still shows the list when the answer comes. */
  readonly mayRepeat?: string;
  readonly maxCommits: number;
}

/** Any page with a screen. */
const start = { "GET /get-session": 1, "GET /public-options": 1 };
/** The session is read again, since a call has changed the session. */
const again = { ...start, "GET /get-session": 2 };
const signIn = { ...again, "GET /passkey/generate-authenticate-options": 1, "POST /sign-in/email": 1 };
const organization = { "GET /organization/get-full-organization": 1, "GET /organization/get-active-member": 1 };

/** The open menu lists the accounts of the browser. */
const inMenu = "GET /multi-session/list-device-sessions";
const accounts = { [inMenu]: 1 };

const limits: Readonly<Record<keyof typeof all, Limits>> = {
  "sign-in": { requests: signIn, maxCommits: 9 },
  // Eight of these are the hint of a new password, which counts the missing characters.
  "sign-up": { requests: { ...again, "POST /sign-up/email": 1 }, maxCommits: 18 },
  "forgotten password": { requests: { ...start, "POST /request-password-reset": 1 }, maxCommits: 7 },
  "password reset by link": {
    requests: { ...again, "GET /reset-password/:token": 1, "POST /reset-password": 1 },
    maxCommits: 17,
  },
  "verification link": { requests: { ...start, "GET /verify-email": 1 }, maxCommits: 8 },
  "second step with a code": {
    // A first step ends the session that the browser had before.
    requests: { ...signIn, "GET /get-session": 3, "POST /two-factor/verify-totp": 1 },
    // Each digit fills a cell.
    maxCommits: 18,
  },
  "account settings, all sections": {
    requests: {
      ...start,
      "GET /get-email-change": 1,
      "GET /list-accounts": 1,
      "GET /list-sessions": 1,
      // Two sections show the passkeys, and each section reads them when opened.
      "GET /passkey/list-user-passkeys": 2,
      "GET /two-factor/status": 1,
    },
    maxCommits: 30,
  },
  "change of the email address": {
    requests: { ...again, "GET /get-email-change": 1, "POST /change-email": 1 },
    mayRepeat: "GET /get-email-change",
    maxCommits: 8,
  },
  "organization, all sections": {
    requests: { ...start, ...organization, "GET /organization/list-user-teams": 1 },
    maxCommits: 14,
  },
  "invitation accepted": {
    requests: {
      ...again,
      ...organization,
      "GET /organization/preview-invitation": 1,
      "POST /organization/accept-invitation": 1,
    },
    maxCommits: 14,
  },
  "list of users and one user": {
    requests: { ...start, "GET /admin/list-users": 1, "GET /admin/get-user": 1, "POST /admin/list-user-sessions": 1 },
    maxCommits: 11,
  },
  "menu of the user": { requests: { ...start, ...accounts }, maxCommits: 12 },
  "sign-out": { requests: { ...again, ...accounts, "POST /sign-out": 1 }, mayRepeat: inMenu, maxCommits: 20 },
};

const program = `
  import { createRoot } from "react-dom/client";
  import { EveryScreen } from "./every-screen.tsx";

  createRoot(document.getElementById("root")).render(<EveryScreen />);`;

describe.skipIf(!executablePath)(
  "a flow asks the server for each value once, renders little, and moves no part of the page",
  () => {
    const visitor = setUp(everyPlugin, program);

    test.each(Object.entries(limits))("%s", async (name, { requests, mayRepeat = "", maxCommits }) => {
      const page = await visitor.visit("about:blank");
      const walk = await flows[name as keyof typeof flows]({ page, server: visitor.server });
      const measurement = await measure(page, visitor.server);
      measurement.begin();
      await walk();
      const costs = await measurement.costs();
      const expected = requests[mayRepeat] ?? 0;
      const isRepeated = costs.requests[mayRepeat] === expected + 1;
      expect(costs.requests).toEqual({ ...requests, ...(isRepeated && { [mayRepeat]: expected + 1 }) });
      expect(costs.commits).toBeLessThanOrEqual(maxCommits);
      expect(costs.shift).toBeLessThan(0.01);
    });
  },
);
