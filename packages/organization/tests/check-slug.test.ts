import { describe, expect, test } from "vitest";
import { openCompany } from "./fixture.ts";

describe("POST /organization/check-slug", () => {
  test("succeeds for a free slug", async () => {
    const { outsider } = await openCompany();
    expect((await outsider.client.organization.checkSlug({ slug: "acme-2" })).data).toEqual({ status: true });
  });

  test.each(["acme", "ACME", " acme ", "aCmE\n"])("fails for %j, which is taken", async (slug) => {
    const { outsider } = await openCompany();
    expect((await outsider.client.organization.checkSlug({ slug })).error).toMatchObject({
      code: "SLUG_IS_TAKEN",
      message: "slug is taken",
      status: 400,
    });
  });

  test.each(["", "аcme", "acme\u200b", "a b", "acme-", "a".repeat(65), null, ["acme"]])(
    "rejects %j, which is not a valid slug",
    async (slug) => {
      const { outsider } = await openCompany();
      const response = await outsider.browser.post("/organization/check-slug", { slug });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "VALIDATION_ERROR", issues: [{ path: "slug" }] });
    },
  );

  test("needs a session", async () => {
    const { fixture } = await openCompany();
    for (const slug of ["acme", "free", ""]) {
      expect((await fixture.browser.post("/organization/check-slug", { slug })).status).toBe(401);
    }
  });
});
