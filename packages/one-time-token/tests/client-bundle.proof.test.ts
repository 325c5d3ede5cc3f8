import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "tokens",
  entry: "@keyhold/one-time-token/client",
  plugin: "oneTimeTokenClient",
  mark: "one-time-token",
  call: "onetimetoken",
  serverWords: ["database"],
  folder: import.meta.dirname,
});
