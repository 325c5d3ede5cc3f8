import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { useIdentityProvider as identityProvider } from "../../../tests/harness/sign-in-flow.ts";
import type { ExpoAuthClient } from "../src/client-types.ts";
import type { ExpoClientOptions } from "../src/options.ts";
import { bundleApp } from "./bundle.ts";
import { ada, baseURL, open, password, redirect } from "./fixture.ts";
import { createPhone } from "./phone.ts";

const idp = identityProvider();
let fixture: ReturnType<typeof open>;
beforeEach(() => {
  fixture = open(idp());
});

test("an app runs without URL, URLSearchParams, BroadcastChannel, document, window, location and crypto", async () => {
  const text = await bundleApp(fileURLToPath(new URL(".", import.meta.url)), "iife", [
    `import { createAuthClient } from "@keyhold/expo";`,
    "globalThis.createClient = createAuthClient;",
  ]);
  const touched: string[] = [];
  const phone = createPhone();
  const { AppState, ...expo } = phone.modules;
  const modules: Readonly<Record<string, unknown>> = {
    react: { useSyncExternalStore: () => undefined },
    "react-native": { AppState },
    "expo-application": expo.Application,
    "expo-crypto": expo.Crypto,
    "expo-linking": expo.Linking,
    "expo-network": expo.Network,
    "expo-secure-store": expo.SecureStore,
    "expo-web-browser": expo.WebBrowser,
  };
  const context = createContext({
    AbortController,
    performance,
    queueMicrotask,
    setTimeout,
    clearTimeout,
    require: (name: string) => modules[name],
  });
  for (const name of ["URL", "URLSearchParams", "BroadcastChannel", "document", "window", "location", "crypto"])
    Object.defineProperty(context, name, {
      get() {
        touched.push(name);
        throw new Error(`${name} is not here`);
      },
    });
  runInContext(text, context);
  const start: (options: ExpoClientOptions) => ExpoAuthClient = context.createClient;
  const client = start({ baseURL, clientId: "app", redirect, fetch: fixture.send, retry: 0 });
  const stop = client.session.subscribe(() => undefined);
  await client.signUp.email({ name: "Ada", email: ada.email, password });
  await expect.poll(() => client.session.get().data?.user.email).toBe(ada.email);
  await client.signOut();
  const flow = fixture.atProvider(fixture.visit().browser, { ...ada, email: "grace@example.com", subject: "119" });
  phone.browser = async (url) => ({ type: "success", url: await flow(url) });
  expect((await client.signIn.social({ provider: "google" })).data?.user.email).toBe("grace@example.com");
  stop();
  expect(touched).toEqual([]);
});
