import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "links",
  entry: "@keyhold/magic-link/client",
  plugin: "magicLinkClient",
  mark: "magic-link",
  call: "magiclink",
  serverWords: ["verificationmodel"],
  folder: import.meta.dirname,
});
