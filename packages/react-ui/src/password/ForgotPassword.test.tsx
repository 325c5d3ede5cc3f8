// @vitest-environment jsdom
import { multiSession } from "@keyhold/multi-session";
import { multiSessionClient } from "@keyhold/multi-session/client";
import { publicOptions } from "@keyhold/public-options";
import { publicOptionsClient } from "@keyhold/public-options/client";
import { createAuthClient } from "@keyhold/react";
import { createMailbox, linkIn } from "@keyhold/testing";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../../tests/harness/auth-server.ts";
import { AuthUI } from "../auth-ui.js";
import { SignIn } from "../sign-in/SignIn.js";
import { ForgotPassword } from "./ForgotPassword.js";
import { ResetPassword } from "./ResetPassword.js";

const mailbox = createMailbox();
let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer("", [publicOptions(), multiSession()], { mail: mailbox.send });
});
afterAll(() => server.close());
afterEach(cleanup);

const clientOf = (fetch = server.browser()) =>
  createAuthClient({ baseURL: server.url, fetch, plugins: [publicOptionsClient(), multiSessionClient()], retry: 0 });

function show(url: string, children: ReactElement): void {
  cleanup();
  history.replaceState(null, "", url);
  render(<AuthUI client={clientOf()}>{children}</AuthUI>);
}

const hrefOf = async (name: string): Promise<string> =>
  (await screen.findByRole("link", { name })).getAttribute("href") ?? "";

test("the screen to continue with outlasts a forgotten password, and that an account is added", async () => {
  const person = newPerson();
  await clientOf().signUp.email(person);
  const kept = "?redirect=%2Forders%3Fpage%3D2&add=";

  show(`/sign-in${kept}`, <SignIn />);
  expect(await hrefOf("Forgot your password?")).toBe("/forgot-password?redirect=%2Forders%3Fpage%3D2&add");

  show(`/forgot-password${kept}`, <ForgotPassword />);
  expect(await hrefOf("Sign in")).toBe(`/sign-in${kept}`);
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: person.email } });
  fireEvent.submit(screen.getByLabelText("Email"));
  const link = linkIn(await mailbox.waitFor(person.email, { kind: "reset-password" }));
  const answer = await server.browser()(link, { redirect: "manual" });
  const { pathname, search } = new URL(answer.headers.get("location") ?? "", server.url);

  show(pathname + search, <ResetPassword />);
  const field = await screen.findByLabelText("New password");
  fireEvent.change(field, { target: { value: "battery horse staple" } });
  fireEvent.submit(field);
  expect(await hrefOf("Sign in")).toBe(`/sign-in${kept}`);

  show(`/reset-password${kept}`, <ResetPassword />);
  expect(await hrefOf("Get a new link")).toBe(`/forgot-password${kept}`);
});
