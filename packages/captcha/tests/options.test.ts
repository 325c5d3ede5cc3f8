import { memory } from "@keyhold/adapter-memory";
import { captcha } from "@keyhold/captcha";
import { createAuth } from "@keyhold/core";
import { expect, test } from "vitest";

const config = { secret: "only for this test: 4f9b7c21d8e3a650", baseURL: "http://localhost:3000" };
const errorOf = (options: object): string => {
  try {
    createAuth({
      ...config,
      database: memory(),
      plugins: [captcha({ provider: "hcaptcha", secretKey: "s", ...options })],
    });
    return "";
  } catch (error) {
    return String(error);
  }
};

test.each([
  [{ provider: "turnstile" }, "provider: must be"],
  [{ secretKey: "" }, "secretKey: must be the secret key"],
  [{ actions: [] }, "actions: must be a list"],
  [{ actions: ["log-in"] }, "actions: must be a list"],
  [{ minScore: 2 }, "minScore: must be a number from 0 to 1"],
  [{ hostnames: ["https://example.com"] }, "hostnames: must be a list of hosts"],
  [{ verifyURL: "http://example.com/verify" }, "verifyURL: must be an https URL"],
  [{ endpoints: ["/sign-in/email"] }, "write `actions`"],
  [{ whenaway: "open" }, "whenAway"],
])("createAuth refuses %j", (options, sentence) => {
  expect(errorOf(options)).toContain(sentence);
});

test("a build makes the auth without the secret key; the start names the option", async () => {
  const plugins = [captcha({ provider: "hcaptcha", secretKey: undefined })];
  const auth = createAuth({ ...config, database: memory(), plugins });
  await expect(auth.ready()).rejects.toThrow("secretKey is missing; copy it from the dashboard");
});
