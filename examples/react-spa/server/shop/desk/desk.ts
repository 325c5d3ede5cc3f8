import { existsSync } from "node:fs";
import { join } from "node:path";
import { startBillingProvider } from "@keyhold/testing/billing-provider";
import { billingToken, dataFolder, port, webhookSecret } from "../../settings.ts";
import { catalogue } from "./catalogue.ts";
import { writePast } from "./past.ts";

/**
 * The payments provider of this computer, in development only: a real server with the API, the checkout pages and the
 * webhooks of the provider. Its first start writes three months of sales.
 */
const options = {
  ...catalogue,
  file: join(dataFolder, "billing-provider.json"),
  accessToken: billingToken(),
  webhookSecret,
};

export const webhookURL = `http://127.0.0.1:${port}/api/auth/billing/webhook`;

if (!existsSync(options.file)) await writePast(options, new Date());

export const desk = await startBillingProvider({ ...options, clock: "machine", webhookUrl: webhookURL });
