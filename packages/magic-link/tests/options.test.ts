import { magicLink } from "@keyhold/magic-link";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

test.each([
  [{ expiresInSeconds: 601 }, "expiresInSeconds: must be a whole number from 60 to 600"],
  [{ disableSignUp: "no" }, "disableSignUp: must be true or false"],
  [{ unknownAddress: "error" }, 'unknownAddress: must be "email" or "silence"'],
  [{ confirmPage: "confirm" }, "confirmPage: must be a path or a URL of the app"],
  [{ confirmPage: "/confirm#there" }, "confirmPage: must be a path or a URL of the app"],
  [{ withCode: 8 }, "withCode: must be true or false"],
  [{ expiresIn: 300 }, "write `expiresInSeconds`"],
  [{ sendMagicLink: () => {} }, "links are sent by `mail` of the auth"],
])("%o is a config error", (given, message) => {
  expect(() => createTestAuth({ plugins: [magicLink(given as object)] })).toThrow(message);
});
