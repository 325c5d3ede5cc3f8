// @vitest-environment jsdom
import { createAuthClient } from "@keyhold/react";
import { Activity, act } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { AuthUI } from "../auth-ui.js";
import { useAction } from "./use-action.js";
import { useForm } from "./use-form.js";

const client = createAuthClient({ baseURL: "http://localhost:3000" });
let sent = 0;
let left = 0;

function Form() {
  const form = useForm({
    fields: [{ name: "password", label: "Password", kind: "password" }],
    send: async () => {
      sent += 1;
      return null;
    },
  });
  return (
    <form {...form.formProps}>
      <input {...form.field("password").inputProps} />
      <button type="submit" disabled={form.isBusy}>
        Sign in
      </button>
    </form>
  );
}

function Leave() {
  const { busy, run } = useAction();
  const call = async () => {
    left += 1;
    return null;
  };
  return (
    <button type="button" disabled={busy !== null} onClick={() => run("leave", { call, leaves: true })}>
      Leave
    </button>
  );
}

const screen = (mode: "visible" | "hidden") => (
  <AuthUI client={client}>
    <Activity mode={mode}>
      <Form />
      <Leave />
    </Activity>
  </AuthUI>
);

test("a screen that a router hides after a success, and shows again, is empty and can be sent again", async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(async () => {
    await act(() => root.unmount());
    container.remove();
  });
  const password = (): string => container.querySelector("input")?.value ?? "";
  const signIn = (): Promise<void> =>
    act(async () => {
      const [input, button] = [container.querySelector("input"), container.querySelector("button")];
      if (input) input.value = "correct horse battery";
      button?.click();
    });
  const leave = (): Promise<void> => act(async () => container.querySelectorAll("button")[1]?.click());

  for (const times of [1, 2]) {
    await act(() => root.render(screen("visible")));
    expect(password()).toBe("");
    await signIn();
    expect(sent).toBe(times);
    await leave();
    await leave();
    expect(left).toBe(times);
    // Until another screen replaces this screen.
    expect(password()).toBe("correct horse battery");
    await act(() => root.render(screen("hidden")));
    expect(password()).toBe("");
  }
});
