// @vitest-environment jsdom

import { act, cleanup, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../client/tests/auth-server.js";
import { createAuthClient } from "./client.js";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterEach(cleanup);
afterAll(() => server.close());

async function open() {
  const client = createAuthClient({ baseURL: server.url, fetch: server.browser(), retry: 0 });
  const { password, ...person } = newPerson();
  await client.signUp.email({ ...person, password });
  server.wait(601);
  const changeEmail = () => client.changeEmail({ newEmail: newPerson().email });
  return { client, password, changeEmail };
}
type Opened = Awaited<ReturnType<typeof open>>;

function Prompt({ client, password }: Pick<Opened, "client" | "password">) {
  const { need, finish, cancel } = client.useStepUp();
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
  const { client, password, changeEmail } = await open();
  render(
    <StrictMode>
      <Prompt client={client} password={password} />
    </StrictMode>,
  );
  const call = changeEmail();
  await press("Prove by password");
  expect(await call).toEqual({ data: { status: true }, error: null });
  await screen.findByText("No call waits");
});

test("a call fails with its error when the user cancels", async () => {
  const { client, password, changeEmail } = await open();
  render(<Prompt client={client} password={password} />);
  const call = changeEmail();
  await press("Cancel");
  expect((await call).error?.code).toBe("SESSION_IS_NOT_FRESH");
});

test("a call fails with its error when the component goes away", async () => {
  const { client, password, changeEmail } = await open();
  const { unmount } = render(<Prompt client={client} password={password} />);
  const call = changeEmail();
  await screen.findByRole("button", { name: "Cancel" });
  unmount();
  expect((await call).error?.code).toBe("SESSION_IS_NOT_FRESH");
});

test("without the component a call fails at once", async () => {
  const { changeEmail } = await open();
  expect((await changeEmail()).error?.stepUp?.methods).toEqual(["password"]);
});
