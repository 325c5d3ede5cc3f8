const { expect, test } = require("@jest/globals");
const { createTestAuth, signInAs } = require("@keyhold/testing");

test("CommonJS loads the packages", async () => {
  const { auth } = createTestAuth();
  const { user } = await signInAs(auth, { email: "ada@example.com" });
  expect(user.email).toBe("ada@example.com");
});
