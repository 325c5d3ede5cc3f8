import { type BrowserSignIn, createBrowserSignIn } from "@keyhold/native/app";
import { createCapacitorSignIn } from "@keyhold/native/capacitor";
import { createElectronSignIn, electronLinks } from "@keyhold/native/electron";
import { createTauriSignIn } from "@keyhold/native/tauri";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { createPhone } from "./capacitor-phone.ts";
import { createElectron } from "./electron-app.ts";
import { claimed, scheme } from "./fixture.ts";
import { ada, baseURL, openProviders } from "./provider-app.ts";
import { createTauri } from "./tauri-app.ts";

type App = ReturnType<typeof openProviders>;

const idp = useIdentityProvider();
const clientId = "ios";

/** The flows of an app in each shell. */
const shells: Readonly<Record<string, (app: App) => BrowserSignIn<App["client"]>>> = {
  "of its own": ({ walk, client, store }) =>
    createBrowserSignIn({
      ...{ client, store, baseURL, clientId, redirect: claimed },
      openAuthSession: async (url) => ({ type: "success", url: await walk(url) }),
    }),
  Capacitor({ walk, client, store }) {
    const phone = createPhone("Android");
    phone.visit = async (url) => phone.open(await walk(url));
    const { App, Browser } = phone.start();
    return createCapacitorSignIn({ App, Browser, client, store, baseURL, clientId, redirect: scheme });
  },
  Electron({ walk, client, store }) {
    const electron = createElectron();
    electron.visit = async (url) => electron.secondInstance(await walk(url));
    const links = electronLinks({ app: electron.app, redirect: scheme, argv: [] });
    return createElectronSignIn({ links, shell: electron.shell(), client, store, baseURL, clientId });
  },
  Tauri({ walk, client, store }) {
    const tauri = createTauri();
    tauri.visit = async (url) => tauri.open(await walk(url));
    return createTauriSignIn({ ...tauri.start(), client, store, baseURL, clientId, redirect: scheme });
  },
};

describe.each(Object.entries(shells))("an app with the shell %s", (_, flowsOf) => {
  let app: App & BrowserSignIn<App["client"]>;
  beforeEach(() => {
    const opened = openProviders(idp());
    app = { ...opened, ...flowsOf(opened) };
  });

  test("signs in at a provider, links another, and keeps the new token", async () => {
    const { data } = await app.signIn({ provider: "example" });
    expect(data?.user.email).toBe(ada.email);
    const before = app.token();
    const linked = await app.link({ provider: "google" });
    expect([linked.error, linked.data?.token]).toEqual([null, null]);
    expect(await app.accounts()).toEqual(["example", "google"]);
    expect(app.token()).not.toBe(before);
    expect((await app.client.getSession()).data?.user.email).toBe(ada.email);
  });

  test("a link needs a step-up half an hour later, and the step-up's token has the proof", async () => {
    await app.signIn({ provider: "example" });
    app.clock.forward({ minutes: 30 });
    expect((await app.link({ provider: "google" })).error?.code).toBe("SESSION_IS_NOT_FRESH");
    const before = app.token();
    expect((await app.stepUp({ provider: "example" })).data?.token).toBeNull();
    expect(app.token()).not.toBe(before);
    expect((await app.link({ provider: "google" })).error).toBeNull();
  });

  test.each([-400, -1, 1, 400])(
    "signs in with a clock that is wrong by %i days, also if it is set meanwhile",
    async (days) => {
      const real = Date.now();
      const clock = vi.spyOn(Date, "now").mockReturnValue(real + days * 86_400_000);
      onTestFinished(() => clock.mockRestore());
      expect((await app.signIn({ provider: "example" })).data?.user.email).toBe(ada.email);
      expect((await app.client.getSession()).data?.user.email).toBe(ada.email);
      const signing = app.signIn({ provider: "example" });
      clock.mockReturnValue(real);
      expect((await signing).data?.user.email).toBe(ada.email);
    },
  );

  test("a link without a session is the server's error", async () => {
    expect((await app.link({ provider: "google" })).error?.status).toBe(401);
  });
});
