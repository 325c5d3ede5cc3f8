import { phoneNumber } from "@keyhold/phone-number";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

const sendMessage = (): void => {};
const provider = { start: (): void => {}, check: (): boolean => false };

test.each([
  [{ allowedCountries: ["DE"] }, "sendMessage: missing"],
  [{ allowedCountries: ["DE"], sendMessage, provider }, "provider: remove"],
  [{ allowedCountries: ["Germany"], sendMessage }, "allowedCountries: must be a list of country codes"],
  [{ allowedCountries: "DE", sendMessage }, "allowedCountries: must be a list of country codes"],
  [{ provider: { start: sendMessage } }, "provider: must be null, or have the functions"],
  [{ expiresInSeconds: 601 }, "expiresInSeconds: must be a whole number from 60 to 600"],
  [{ perApp: { windowSeconds: 60, max: 0 } }, "perApp: must be { windowSeconds, max }"],
  [{ perNumber: { windowSeconds: 0, max: 3 } }, "perNumber: must be { windowSeconds, max }"],
  [{ perNumberPerDay: { max: 3 } }, "perNumberPerDay: must be { windowSeconds, max }"],
  [{ perCaller: 5 }, "perCaller: must be { windowSeconds, max }"],
  [{ sendOTP: sendMessage }, "write `sendMessage`"],
])("the options %j are a config error", (options, error) => {
  expect(() => createTestAuth({ plugins: [phoneNumber(options as never)] })).toThrow(error);
});

test.each([{}, { allowedCountries: ["DE"], sendMessage }, { allowedCountries: ["DE"], provider }])(
  "the options %j are right",
  (options) => {
    expect(() => createTestAuth({ plugins: [phoneNumber(options)] })).not.toThrow();
  },
);
