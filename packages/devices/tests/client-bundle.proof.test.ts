import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "devices",
  entry: "@keyhold/devices/client",
  plugin: "devicesClient",
  mark: "devices",
  call: "devices",
  serverWords: ["database"],
  folder: import.meta.dirname,
});
