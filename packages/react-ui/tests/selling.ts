import { billing, billingHandlers, defineEntitlements } from "@keyhold/billing";
import { polar } from "@keyhold/billing/polar";
import { type AuthConfig, createAuth } from "@keyhold/core";
import { organization } from "@keyhold/organization";
import { createClock } from "@keyhold/testing";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { afterAll, beforeAll } from "vitest";
import { everyPlugin } from "./every-plugin.ts";
import { setUp, type TestPages } from "./pages.ts";

/** The page with all screens, in the language of the cookie. */
const program = `
  import { createRoot } from "react-dom/client";
  import { german } from "@keyhold/react-ui/texts/de";
  import { arabic } from "@keyhold/react-ui/texts/ar";
  import { EveryScreen } from "./every-screen.tsx";

  const language = document.cookie.match(/lang=(..)/)?.[1] ?? "en";
  Object.assign(document.documentElement, { lang: language, dir: language === "ar" ? "rtl" : "ltr" });
  createRoot(document.getElementById("root")).render(<EveryScreen texts={{ de: german, ar: arabic }[language]} />);`;

/** Starts a provider for the tests of a file. All shops have one database: `seed` makes their ids different. */
export async function startShop(seed: string) {
  // The clock of the browser runs, too.
  const clock = createClock(new Date());
  const provider = await startBillingProvider({
    clock,
    seed,
    meters: { calls: { name: "API calls" } },
    benefits: { calls: { type: "meter_credit", description: "1,000 API calls", meter: "calls", units: 1000 } },
    products: {
      free: { name: "Starter", description: "For trying things out.", price: 0, interval: "month" },
      pro: {
        name: "Pro",
        description: "For people who sell every day.",
        price: 1200,
        interval: "month",
        benefits: ["calls"],
        trial: { interval: "day", count: 14 },
      },
      team: { name: "Team", description: "For several people at one counter.", price: 3950, interval: "month" },
      proYearly: { name: "Pro", description: "Two months are free.", price: 12_000, interval: "year" },
      teamYearly: { name: "Team", description: "Two months are free.", price: 39_500, interval: "year" },
      office: { name: "Office", description: "A seat for each colleague.", price: { perSeat: 900 }, interval: "month" },
      book: { name: "The book of tea", description: "Printed.", price: 1950 },
    },
  });
  const { free, pro, team, proYearly, teamYearly, office, book } = provider.products;
  const { webhookSecret, accessToken, origin } = provider;
  const port = polar({ accessToken, baseURL: origin, retryMilliseconds: 1, requestsPerMinute: 100_000 });
  const plugin = billing({
    webhook: { secret: webhookSecret, handlers: billingHandlers() },
    provider: port,
    products: { free, pro, team, proYearly, teamYearly, office: { id: office, seats: "limit" }, book },
    entitlements: defineEntitlements({
      export: { products: ["pro", "team", "proYearly", "teamYearly"], graceDays: 3 },
      calls: { meter: provider.meters.calls },
    }),
  });
  const opened: string[] = [];
  const config = {
    ...everyPlugin,
    now: clock.now,
    onEvent: (event) => {
      if ("checkoutId" in event) opened.push(String(event.checkoutId));
    },
    plugins: [...(everyPlugin.plugins ?? []), plugin],
  } satisfies Partial<AuthConfig>;
  return { clock, provider, port, plugin, config, opened };
}

export type Shop = Awaited<ReturnType<typeof startShop>>;

/** Starts a server that sells, for the tests of a file. */
export function setUpShop({ config, plugin, provider, clock }: Shop): TestPages {
  const pages = setUp(config, program);
  beforeAll(async () => {
    provider.sendWebhooksTo(`${pages.server.url}/api/auth/billing/webhook`);
    const { secret = "", database } = everyPlugin;
    if (!database) throw new Error("The server has a database.");
    const { api } = createAuth({
      secret,
      database,
      baseURL: pages.server.url,
      now: clock.now,
      plugins: [organization(), plugin],
    });
    await api.billing.syncAll({});
  }, 60_000);
  afterAll(() => provider.stop());
  return pages;
}
