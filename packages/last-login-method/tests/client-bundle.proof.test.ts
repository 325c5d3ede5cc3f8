import { testClientHalf } from "../../../tests/harness/client-half.ts";

testClientHalf({
  name: "the last login method",
  entry: "@keyhold/last-login-method/client",
  plugin: "lastLoginMethodClient",
  mark: "last_used_login_method",
  call: "getlastusedloginmethod",
  folder: import.meta.dirname,
});
