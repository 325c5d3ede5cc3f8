import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { TermsTypes } from "./plugin.ts";

export function termsClient(): ClientPlugin<TermsTypes> {
  return clientPlugin<TermsTypes>({
    id: "terms",
    routes: { terms: { accept: "POST /terms/accept" } },
    refreshes: { session: ["terms.accept"] },
  });
}
