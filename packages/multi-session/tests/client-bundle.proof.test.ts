import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "several accounts",
  entry: "@keyhold/multi-session/client",
  plugin: "multiSessionClient",
  mark: "multi-session",
  call: "multisession",
  serverWords: ["database"],
  folder: import.meta.dirname,
});
