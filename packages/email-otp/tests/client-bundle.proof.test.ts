import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "codes",
  entry: "@keyhold/email-otp/client",
  plugin: "emailOtpClient",
  mark: "email-otp",
  call: "emailotp",
  serverWords: ["verificationmodel"],
  folder: import.meta.dirname,
});
