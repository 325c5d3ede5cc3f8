import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "proofs of work",
  entry: "@keyhold/captcha/client",
  plugin: "proofOfWorkClient",
  mark: "proof-of-work",
  call: "proofofwork",
  serverWords: ["database", "pbkdf2"],
  folder: import.meta.dirname,
});
