import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "phone numbers",
  entry: "@keyhold/phone-number/client",
  plugin: "phoneNumberClient",
  mark: "phone-number",
  call: "phonenumber",
  serverWords: ["libphonenumber", "verificationmodel"],
  folder: import.meta.dirname,
});
