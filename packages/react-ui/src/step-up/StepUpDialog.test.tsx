// @vitest-environment jsdom
import { publicOptionsClient } from "@keyhold/public-options/client";
import { accountLists, createAuthClient } from "@keyhold/react";
import { socialClient } from "@keyhold/social/client";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answering, sessionOf, usualOptions } from "../../tests/answering.ts";
import { AuthUI } from "../auth-ui.js";
import { StepUpDialog } from "./StepUpDialog.js";

/** jsdom has no dialogs. */
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
});
afterEach(cleanup);

interface Shown {
  readonly methods: readonly string[];
  readonly factors?: 1 | 2;
  readonly accounts?: readonly object[];
}

/** Shows the dialog at a screen; answers the paths of later screens. */
function show({ methods, factors = 1, accounts = [] }: Shown): readonly string[] {
  const visited: string[] = [];
  history.replaceState(null, "", "/orders?page=2");
  const fetch = answering({
    "/get-session": sessionOf({}),
    "/public-options": {
      ...usualOptions,
      providers: [{ id: "google", name: "Google" }],
      plugins: { social: { stepUp: [] } },
    },
    "/list-accounts": accounts,
    "/sign-out": { success: true },
  });
  const plugins = [publicOptionsClient(), accountLists(), socialClient()] as const;
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch, plugins, retry: 0 });
  render(
    <AuthUI client={client} navigate={(url) => void visited.push(url)}>
      <StepUpDialog methods={methods} factors={factors} proven={() => undefined} close={() => undefined} />
    </AuthUI>,
  );
  return visited;
}

const again = /^Sign out and sign in again/;

test.each([{ methods: [] }, { methods: ["a-method-of-a-newer-server"] }, { methods: [], factors: 2 as const }])(
  "a user without a method signs in again, and returns to the screen: %j",
  async (shown) => {
    const visited = show(shown);
    const button = await screen.findByRole("button", { name: again });
    expect(screen.getByText(/^Only a new sign-in can confirm this\./)).toBeTruthy();
    fireEvent.click(button);
    await waitFor(() => expect(visited).toContain("/sign-in?redirect=%2Forders%3Fpage%3D2"));
  },
);

test("a user with a linked provider proves there", async () => {
  const account = { id: "1", providerId: "google", accountId: "1", createdAt: new Date(), updatedAt: new Date() };
  show({ methods: [], accounts: [account] });
  await screen.findByRole("button", { name: /Google/ });
  expect(screen.queryByRole("button", { name: again })).toBe(null);
});

test("a user with a password is asked for the password", async () => {
  show({ methods: ["password"] });
  await screen.findByLabelText("Password");
  expect(screen.queryByRole("button", { name: again })).toBe(null);
});
