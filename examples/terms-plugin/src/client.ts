import { type ClientPlugin, clientPlugin } from "@keyhold/client/plugin";
import type { TermsEndpoints, TermsErrorCode, TermsInput, TermsUser } from "./plugin.ts";

export function termsClient(): ClientPlugin<TermsEndpoints, TermsUser, TermsInput, TermsErrorCode> {
  return clientPlugin<TermsEndpoints, TermsUser, TermsInput, TermsErrorCode>()({
    id: "terms",
    routes: { terms: { accept: "POST /terms/accept" } },
    refreshes: { session: ["terms.accept"] },
  });
}
