import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "devices",
  entry: "@keyhold/device-authorization/client",
  plugin: "deviceAuthorizationClient",
  mark: "device-authorization",
  call: "device",
  serverWords: ["database"],
  folder: import.meta.dirname,
});
