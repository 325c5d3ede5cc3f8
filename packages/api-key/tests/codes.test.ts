import { expect, test } from "vitest";
import { codeOf, email, open } from "./fixture.ts";

test.each<[string, unknown, object | null, readonly [number, string]]>([
  ["without a session", {}, null, [401, "UNAUTHORIZED"]],
  ["with a user id", { userId: "x" }, {}, [400, "SERVER_ONLY_PROPERTY"]],
  ["with the id of the owner", { referenceId: "x" }, {}, [400, "SERVER_ONLY_PROPERTY"]],
  ["with remaining uses", { remaining: 5 }, {}, [400, "SERVER_ONLY_PROPERTY"]],
  ["with refills", { refillAmount: 5, refillInterval: 1000 }, {}, [400, "SERVER_ONLY_PROPERTY"]],
  ["with a limit", { rateLimitMax: 5 }, {}, [400, "SERVER_ONLY_PROPERTY"]],
  ["of an unknown kind", { configId: "other" }, {}, [400, "SERVER_ONLY_PROPERTY"]],
  ["that ends too early", { expiresIn: 1 }, {}, [400, "EXPIRES_IN_IS_TOO_SMALL"]],
  ["that ends too late", { expiresIn: 10 ** 12 }, {}, [400, "EXPIRES_IN_IS_TOO_LARGE"]],
  ["with a long name", { name: "x".repeat(33) }, {}, [400, "INVALID_NAME_LENGTH"]],
  ["with an empty name", { name: "" }, {}, [400, "INVALID_NAME_LENGTH"]],
  ["without a name", {}, { requireName: true }, [400, "NAME_REQUIRED"]],
  ["with a short prefix", { prefix: "x" }, {}, [400, "INVALID_PREFIX_LENGTH"]],
  ["with metadata", { metadata: {} }, {}, [400, "METADATA_DISABLED"]],
  ["with metadata that is a text", { metadata: "x" }, { enableMetadata: true }, [400, "INVALID_METADATA_TYPE"]],
  ["of an absent organization", { organizationId: "x" }, {}, [403, "USER_NOT_MEMBER_OF_ORGANIZATION"]],
  ["with a permission of no app", { permissions: { x: ["y"] } }, {}, [403, "INSUFFICIENT_API_KEY_PERMISSIONS"]],
])("a new key %s is refused with its code", async (_, body, options, code) => {
  const fixture = open({ options: options ?? {} });
  const { browser } = options === null ? fixture.visit() : await fixture.signUp(email);
  expect(await codeOf(await browser.post("/api-key/create", body as object))).toEqual(code);
});
