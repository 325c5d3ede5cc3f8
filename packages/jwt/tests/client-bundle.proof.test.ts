import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "tokens",
  entry: "@keyhold/jwt/client",
  plugin: "jwtClient",
  mark: "jwks",
  call: "jwks",
  serverWords: ["database", "sealed"],
  folder: import.meta.dirname,
});
