import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "keys",
  entry: "@keyhold/api-key/client",
  plugin: "apiKeyClient",
  mark: "api-key",
  call: "apikey",
  serverWords: ["database"],
  folder: import.meta.dirname,
});
