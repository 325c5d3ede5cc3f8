import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "entitlements",
  entry: "@keyhold/billing/client",
  plugin: "billingClient",
  mark: "billingState",
  call: "billing",
  serverWords: ["database", "webhook"],
  folder: import.meta.dirname,
});
