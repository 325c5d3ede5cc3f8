import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "guests",
  entry: "@keyhold/anonymous/client",
  plugin: "anonymousClient",
  mark: "deleteAnonymousUser",
  call: "anonymous",
  folder: import.meta.dirname,
});
