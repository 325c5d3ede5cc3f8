// @vitest-environment jsdom
import { createAuthClient } from "@keyhold/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answering } from "../../tests/answering.ts";
import { AuthUI } from "../auth-ui.js";
import type { FieldState } from "../form/form-state.js";
import { PictureChoice } from "./PictureChoice.js";

/** jsdom has neither dialogs nor pixels. */
beforeEach(() => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 8, height: 8, close: () => undefined }));
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) =>
    done(new Blob(["pixels"], { type: "image/webp" })),
  );
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const png = (name: string): File => new File([new Uint8Array([0x89, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0])], name);

const field: FieldState = {
  name: "image",
  label: "Picture",
  isRequired: false,
  error: null,
  picture: "user",
  inputProps: { id: "image", name: "image", defaultValue: "" },
  errorProps: { id: "image-error", "aria-live": "polite" },
  hintProps: { id: "image-hint" },
};

/** Shows the control; answers the end of each upload, oldest first. */
function show(): ((url: string) => void)[] {
  const ends: ((url: string) => void)[] = [];
  const client = createAuthClient({ baseURL: "http://localhost:3000", fetch: answering({ "/get-session": null }) });
  render(
    <AuthUI client={client} images={() => new Promise((resolve) => ends.push(resolve))}>
      <PictureChoice field={field} />
    </AuthUI>,
  );
  return ends;
}

/** Chooses a file, and waits for the dialog. */
async function choose(name: string): Promise<void> {
  const input = document.querySelector("input[type=file]");
  if (!input) throw new Error("The control has no file input.");
  Object.defineProperty(input, "files", { value: [png(name)], configurable: true });
  Object.defineProperty(input, "value", { value: "", writable: true, configurable: true });
  fireEvent.change(input);
  const use = await screen.findByRole("button", { name: /^Use this part/ });
  await expect.poll(() => use.getAttribute("aria-disabled")).toBe("false");
}

const upload = (): void => void fireEvent.click(screen.getByRole("button", { name: /^Use this part/ }));
const cancel = (): void => void fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
const value = (): string | undefined => document.querySelector<HTMLInputElement>("input[type=hidden]")?.value;

test("the part of a picture is taken when it is uploaded, and the dialog closes", async () => {
  const ends = show();
  await choose("first.png");
  upload();
  await expect.poll(() => ends).toHaveLength(1);
  await act(async () => ends[0]?.("/first.webp"));
  expect(value()).toBe("/first.webp");
  expect(screen.queryByRole("dialog")).toBe(null);
});

test("a picture whose dialog was closed during the upload is not taken, and a second dialog stays open", async () => {
  const ends = show();
  await choose("first.png");
  upload();
  await expect.poll(() => ends).toHaveLength(1);
  cancel();
  await choose("second.png");
  await act(async () => ends[0]?.("/first.webp"));
  expect(value()).toBe("");
  expect(screen.queryByRole("dialog")).not.toBe(null);
});
