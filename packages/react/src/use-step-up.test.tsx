// @vitest-environment jsdom

import { act, cleanup, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { createAuthClient } from "./client.js";
import { createStepUp, type StepUp } from "./step-up.js";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterEach(cleanup);
afterAll(() => server.close());

async function open() {
  const { onStepUp, useStepUp } = createStepUp();
  const client = createAuthClient({ baseURL: server.url, fetch: server.browser(), retry: 0, onStepUp });
  const { password, ...person } = newPerson();
  await client.signUp.email({ ...person, password });
  server.wait(601);
  const changeEmail = () => client.changeEmail({ newEmail: newPerson().email });
  return { client, password, useStepUp, changeEmail };
}
type Opened = Awaited<ReturnType<typeof open>>;

function Prompt({ client, password, useStepUp }: Pick<Opened, "client" | "password"> & Pick<StepUp, "useStepUp">) {
  const { need, finish, cancel } = useStepUp();
  if (!need) return <p>No call waits</p>;
  async function give() {
    const { error } = await client.stepUp.password({ password });
    if (!error) finish();
  }
  return (
    <>
      <button type="button" onClick={give}>
        {`Prove by ${need.methods}`}
      </button>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </>
  );
}

const press = async (name: string) => {
  const button = await screen.findByRole("button", { name });
  await act(async () => button.click());
};

test("a call waits for the component that asks, and goes on with the proof", async () => {
  const { changeEmail, ...prompt } = await open();
  render(
    <StrictMode>
      <Prompt {...prompt} />
    </StrictMode>,
  );
  const call = changeEmail();
  await press("Prove by password");
  expect(await call).toEqual({ data: { status: true }, error: null });
  await screen.findByText("No call waits");
});

test("calls at the same time wait for one answer of the user", async () => {
  const { changeEmail, ...prompt } = await open();
  render(<Prompt {...prompt} />);
  const calls = [changeEmail(), changeEmail(), changeEmail()];
  await press("Prove by password");
  const answers = await Promise.all(calls);
  expect(answers.map(({ error }) => error?.stepUp)).toEqual([undefined, undefined, undefined]);
  await screen.findByText("No call waits");
});

test("a call fails with its error when the user cancels", async () => {
  const { changeEmail, ...prompt } = await open();
  render(<Prompt {...prompt} />);
  const call = changeEmail();
  await press("Cancel");
  expect((await call).error?.code).toBe("SESSION_IS_NOT_FRESH");
});

test("a call fails with its error when the component goes away", async () => {
  const { changeEmail, ...prompt } = await open();
  const { unmount } = render(<Prompt {...prompt} />);
  const call = changeEmail();
  await screen.findByRole("button", { name: "Cancel" });
  unmount();
  expect((await call).error?.code).toBe("SESSION_IS_NOT_FRESH");
});

test("without the component a call fails at once", async () => {
  const { changeEmail } = await open();
  expect((await changeEmail()).error?.stepUp?.methods).toEqual(["password"]);
});

test("a user without a method is asked to sign in again, but not to give a second factor", async () => {
  const { onStepUp, useStepUp } = createStepUp();
  const { client, password } = await open();
  render(<Prompt client={client} password={password} useStepUp={useStepUp} />);
  const need = { methods: [], maxAgeSeconds: 600 };
  expect(onStepUp({ ...need, factors: 2 })).toBe(false);
  const answer = onStepUp({ ...need, factors: 1 });
  await press("Cancel");
  expect(await answer).toBe(false);
});
