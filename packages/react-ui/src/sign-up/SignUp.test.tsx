// @vitest-environment jsdom
import { publicOptions } from "@keyhold/public-options";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../../tests/harness/auth-server.ts";
import { AuthUI } from "../auth-ui.js";
import { german } from "../texts/de.js";
import { SignUp } from "./SignUp.js";

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer("", [publicOptions()]);
});
afterAll(() => server.close());
afterEach(cleanup);

test("a name has at most as many characters as the server takes; a longer name gets a German sentence", async () => {
  const plugins = [publicOptionsClient()] as const;
  const client = createAuthClient({ baseURL: server.url, fetch: server.browser(), plugins, retry: 0 });
  render(
    <AuthUI client={client} texts={german}>
      <SignUp />
    </AuthUI>,
  );
  const name = await screen.findByLabelText("Name");
  expect(name.getAttribute("maxlength")).toBe("255");
  const { email, password } = newPerson();
  // A script or an extension may fill in more than the input takes from a keyboard.
  const values = { Name: "a".repeat(300), "E-Mail": email, Passwort: password };
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.submit(name);
  await screen.findByText("Dieser Wert wird nicht angenommen.");
  expect(screen.queryByText(/255/)).toBe(null);
});
