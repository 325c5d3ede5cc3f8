import type { LoadedAuth } from "../config/load.js";
import { messagesOf } from "../terminal/failure.js";
import { type Finding, fail, ok, warn } from "./finding.js";

interface CatalogueCheck {
  check(input: { readonly only: "catalogue" }): Promise<{
    readonly environment: string;
    readonly findings: readonly { readonly subject: string; readonly message: string }[];
  }>;
}

/** Whether the payments provider has the products, benefits and meters that the config names. */
export async function checkBilling({ auth, plugins = [] }: LoadedAuth): Promise<readonly Finding[]> {
  if (!plugins.some(({ id }) => id === "billing")) return [];
  const calls: Partial<CatalogueCheck> = Object(Reflect.get(auth.api, "billing"));
  // Without a provider the plugin has no such call.
  if (typeof calls.check !== "function") return [];
  try {
    const { environment, findings } = await calls.check({ only: "catalogue" });
    if (findings.length === 0) return [ok("billing", `${environment} has the products and meters of the config`)];
    return findings.map(({ message }) =>
      fail("billing", message, "Change the config, or the access token: an id is valid in one environment."),
    );
  } catch (error) {
    const remedy = "Run the command again when the provider answers.";
    return [warn("billing", `the payments provider was not asked: ${messagesOf(error)}`, remedy)];
  }
}
