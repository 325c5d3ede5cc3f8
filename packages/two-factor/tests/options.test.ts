import type { TwoFactorOptions } from "@keyhold/two-factor";
import { expect, test } from "vitest";
import { open } from "./fixture.ts";

test.each([
  ["otp", {}],
  ["otp", null],
  ["otp", "false"],
  ["otp", { sendText: "https://sms.example.com" }],
  ["page", "//evil.example"],
  ["page", "javascript:alert(1)"],
  ["issuer", 5],
  ["issuer", ""],
  ["trustDeviceSeconds", 0],
  ["trustDeviceSeconds", 401 * 86_400],
  ["require", true],
  ["recovery", true],
  ["recovery", null],
  ["recovery", { delaySeconds: 60 }],
  ["guesses", null],
  ["guesses", { windowSeconds: 900, max: 0 }],
])("the option %s is no %j: createAuth names it", (option, value) => {
  const options = { [option]: value } as Partial<TwoFactorOptions>;
  expect(() => open({ options })).toThrow(`"two-factor": ${option}: must be`);
});

test.each([true, false, { sendText: () => undefined }])("the option otp may be %j", (otp) => {
  expect(() => open({ options: { otp } })).not.toThrow();
});
