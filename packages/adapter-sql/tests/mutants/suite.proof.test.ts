import { describe, expect, it } from "vitest";
import { suiteOver, suiteTypes } from "./suite-over.js";

describe.each(suiteTypes)("the conformance suite on %s, with the order of texts of a language", (type) => {
  it("passes for the driver as it is", { timeout: 240_000 }, async () => {
    const { failed, passed } = await suiteOver("", type);
    expect(failed).toEqual([]);
    expect(passed).toBe(274);
  });
});
