import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { invitationCodesClient } from "./client.ts";
import { invitationCodes } from "./plugin.ts";

test("of sixteen concurrent sign-ups with one code, exactly one succeeds", async () => {
  const { auth, visit } = createTestAuth({
    plugins: [invitationCodes()],
    clientPlugins: [invitationCodesClient()],
  });
  const { code: invitationCode } = await auth.api.createInvitationCode();
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, index) => {
      const user = { name: "Ada", email: `ada${index}@example.com`, password: "correct horse" };
      return visit().client.signUp.email({ ...user, invitationCode });
    }),
  );
  expect(answers.filter(({ data }) => data !== null)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === "INVITATION_CODE_IS_NOT_VALID")).toHaveLength(15);
});
