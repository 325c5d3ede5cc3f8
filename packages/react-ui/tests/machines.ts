import { apiKey } from "@keyhold/api-key";
import type { AuthConfig } from "@keyhold/core";
import { deviceAuthorization } from "@keyhold/device-authorization";
import type { Page } from "playwright-core";
import { type At, createPerson, everyPlugin, type Person, signInAs } from "./every-plugin.js";
import { setUp } from "./pages.js";

/** The page with all screens, in the language of the cookie. */
const program = `
  import { createRoot } from "react-dom/client";
  import { german } from "@keyhold/react-ui/texts/de";
  import { arabic } from "@keyhold/react-ui/texts/ar";
  import { EveryScreen } from "./every-screen.tsx";

  const language = document.cookie.match(/lang=(..)/)?.[1] ?? "en";
  Object.assign(document.documentElement, { lang: language, dir: language === "ar" ? "rtl" : "ltr" });
  createRoot(document.getElementById("root")).render(<EveryScreen texts={{ de: german, ar: arabic }[language]} />);`;

/** The config of `everyPlugin` with API keys and devices. */
export const withMachines: Partial<AuthConfig> = {
  ...everyPlugin,
  session: { bearer: true },
  plugins: [
    ...(everyPlugin.plugins ?? []),
    apiKey({ prefix: "tea", statements: { files: ["read", "write"], orders: ["read"] } }),
    deviceAuthorization({
      clients: { cli: { name: "Tea CLI", scopes: ["deploy", "read:logs"] } },
      intervalSeconds: 1,
      countryOf: () => "DE",
    }),
  ],
};

/** The pages of a server with API keys and devices, and a way to visit them signed in. */
export function setUpMachines() {
  const visitor = setUp(withMachines, program);
  return {
    visitor,
    async visitAs(path: string, person?: Person): Promise<At & { readonly page: Page; readonly person: Person }> {
      const at = { page: await visitor.visit("about:blank"), server: visitor.server };
      const known = person ?? (await createPerson());
      await signInAs(at, known);
      await at.page.goto(path);
      return { ...at, person: known };
    },
  };
}

/** The answer to a call that needs a recent proof: in a test no ten minutes pass. */
export const asksForPassword = {
  status: 403,
  json: {
    code: "SESSION_IS_NOT_FRESH",
    message: "",
    stepUp: { methods: ["password"], maxAgeSeconds: 600, factors: 1 },
  },
};
