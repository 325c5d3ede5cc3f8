// @vitest-environment jsdom
import { createAuthClient } from "@keyhold/react";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { answering, sessionOf } from "../../tests/answering.ts";
import { AuthUI } from "../auth-ui.js";
import { VerifyEmail } from "./VerifyEmail.js";

afterEach(cleanup);

test("without an answer about the session, the screen says so, and reads the session again by a button", async () => {
  const failing = answering({ "/get-session": { error: { code: "ABC", message: "" } } });
  const working = answering({ "/get-session": sessionOf({ email: "ann@example.com" }) });
  let fetch = failing;
  history.replaceState(null, "", "/verify-email?verified");
  const client = createAuthClient({
    baseURL: "http://localhost:3000",
    fetch: (input, init) => fetch(input, init),
    retry: 0,
  });
  render(
    <AuthUI client={client}>
      <VerifyEmail />
    </AuthUI>,
  );
  await screen.findByText("Your sign-in could not be checked.");
  expect(screen.queryByText("Your address is verified")).toBe(null);
  fetch = working;
  fireEvent.click(screen.getByRole("button", { name: /^Try again/ }));
  await screen.findByRole("heading", { name: "Your address is verified" });
  expect(screen.getByText(/^ann@example\.com is yours\./)).toBeTruthy();
});
