import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Address, address, billingAddressFields } from "../entities/address.js";
import { type BillingAddressRequirements, billingAddressValidator } from "./billing-address.js";
import { countryCodes } from "./countries.js";
import { stateCodes } from "./states.js";
import { issuesByField } from "./validator.js";

const parts = ["country", "line1", "line2", "postalCode", "city", "state"] as const;
const optional = billingAddressValidator({});
const berlin: Address = { country: "DE", line1: "Torstr. 1", postalCode: "10119", city: "Berlin" };
const dataOf = (input: unknown, requirements: BillingAddressRequirements = {}): unknown => {
  const result = billingAddressValidator(requirements).validate(input);
  return result.success ? result.data : result.issues.map(({ field, code }) => `${field} ${code}`).join();
};

describe("parts", () => {
  test.each(parts)("a required %s has to be there, and not blank", (part) => {
    for (const requirement of [true, "required"] as const) {
      const requirements = { [part]: requirement };
      const rest = part === "country" ? {} : { country: "DE" };
      for (const blank of [undefined, null, "", " \t\n\u00a0"]) {
        expect(dataOf({ ...rest, [part]: blank }, requirements)).toBe(`${part} required`);
      }
    }
  });

  test("those that are not required may be given, or not", () => {
    const flags = billingAddressFields.decode({
      country: true,
      state: false,
      city: false,
      postal_code: false,
      line1: false,
      line2: false,
    });
    expect(dataOf(berlin, flags)).toEqual(berlin);
    expect(dataOf({ country: "DE" }, flags)).toEqual({ country: "DE" });
  });

  test("a disabled one is reported, unless it is blank", () => {
    const requirements = { country: "required", line2: "disabled" } as const;
    expect(dataOf({ country: "DE", line2: "c/o" }, requirements)).toBe("line2 disabled");
    expect(dataOf({ country: "DE", line2: "" }, requirements)).toEqual({ country: "DE", line2: null });
  });

  test("where the country is disabled there is no address to give", () => {
    expect(dataOf(berlin, { country: "disabled" })).toBe(
      "country disabled,line1 disabled,postalCode disabled,city disabled",
    );
    expect(dataOf({ city: "Berlin" }, { country: "disabled", city: true })).toBe("city disabled");
    expect(dataOf({ city: "Berlin" }, { country: "disabled", line1: true })).toBe("line1 required,city disabled");
    expect(dataOf({ city: "" }, { country: "disabled" })).toBeNull();
  });

  test("a word of a newer API counts as optional", () => {
    const requirements: BillingAddressRequirements = JSON.parse('{"city":"recommended"}');
    expect(dataOf({ country: "DE" }, requirements)).toEqual({ country: "DE" });
    expect(dataOf(berlin, requirements)).toEqual(berlin);
  });

  test("they are trimmed, blank ones become null, and absent ones stay absent", () => {
    expect(dataOf({ country: " DE ", line1: " Torstr. 1 ", line2: "  ", city: undefined })).toEqual({
      country: "DE",
      line1: "Torstr. 1",
      line2: null,
    });
  });

  test.each([[10119], [true], [["a"]], [{}], [new Date()], [Number.NaN], ["\ud800"], [10n]])(
    "%s is no text",
    (value) => {
      expect(dataOf({ country: "DE", postalCode: value })).toBe("postalCode not_text");
      expect(dataOf({ country: value })).toBe("country not_text");
      expect(dataOf({ country: "US", state: value })).toBe("state not_text");
    },
  );

  test("an unknown part is reported, wire names and names of every object included", () => {
    const input = JSON.parse('{"country":"DE","postal_code":"10119","__proto__":"a","constructor":"b"}');
    expect(dataOf(input)).toBe("postal_code unknown_field,__proto__ unknown_field,constructor unknown_field");
  });

  test("issues come in the order of a form", () => {
    const requirements = { state: true, city: true, country: true, line1: true };
    expect(dataOf({}, requirements)).toBe("country required,line1 required,city required,state required");
  });
});

describe("no address", () => {
  test.each([[undefined], [null], [{}], [{ line1: " ", country: "" }]])(
    "%j is null without a required part",
    (input) => {
      expect(optional.validate(input)).toEqual({ success: true, data: null, unchecked: [] });
    },
  );

  test("any part needs a country, required or not", () => {
    expect(dataOf({ city: "Berlin" })).toBe("country required");
    expect(dataOf({ city: "Berlin" }, { country: false })).toBe("country required");
  });

  test.each([[[]], ["DE"], [1]])("%j is an error", (input) => {
    expect(dataOf(input)).toBe("null not_an_object");
  });
});

describe("country", () => {
  test.each(["us", "Us", "US", " uS"])("%j is US", (country) => {
    expect(dataOf({ country })).toEqual({ country: "US" });
  });

  test.each(["UK", "EU", "XK", "ZZ", "USA", "D", "Germany", "ß", "uſ", "toString"])(
    "%j is no country code",
    (country) => {
      expect(dataOf({ country })).toBe("country unknown_country");
    },
  );

  test("the list has the 249 codes of the standard, sorted", () => {
    expect(new Set(countryCodes).size).toBe(249);
    expect([...countryCodes].sort()).toEqual(countryCodes);
    expect(countryCodes.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    // An independent list: `DisplayNames` has no name for a code that the standard does not assign.
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(countryCodes.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});

describe("state", () => {
  test.each([
    ["US", "CA", "US-CA"],
    ["US", "ca", "US-CA"],
    ["us", " us-ca ", "US-CA"],
    ["US", "US-CA", "US-CA"],
    ["US", "PR", "US-PR"],
    ["US", "AE", "US-AE"],
    ["CA", "on", "CA-ON"],
    ["CA", "CA-QC", "CA-QC"],
  ])("in %s, %j is %s", (country, state, expected) => {
    expect(dataOf({ country, state })).toMatchObject({ state: expected });
  });

  test.each([
    ["US", "ON"],
    ["US", "CA-ON"],
    ["US", "California"],
    ["US", "US-"],
    ["US", "USCA"],
    ["US", "US-US-CA"],
    ["CA", "CA"],
    ["CA", "US-CA"],
    ["CA", "constructor"],
    ["CA", "-ON"],
  ])("in %s, %j is none, and the issue has those that are", (country, state) => {
    const result = optional.validate({ country, state });
    const options = country === "US" ? stateCodes.US : stateCodes.CA;
    expect(issuesByField(result).get("state")).toMatchObject([{ code: "unknown_state", options }]);
  });

  test("elsewhere it is any text, as it was written", () => {
    expect(dataOf({ country: "DE", state: "by" })).toEqual({ country: "DE", state: "by" });
  });

  test("there are 50 states, the district, six areas and three of military mail; ten provinces and three territories", () => {
    expect(new Set(stateCodes.US).size).toBe(60);
    expect(new Set(stateCodes.CA).size).toBe(13);
  });
});

test("an accepted address is valid in the schema, is unchanged, and is accepted again", () => {
  const text = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom("", " ", null, undefined, "Berlin"));
  const country = fc.constantFrom(...countryCodes.slice(0, 40), "US", "ca", "us", "CA", " DE", "UK", "", undefined);
  const state = fc.constantFrom(...stateCodes.US, "CA", "ny", "ON", "ca-on", "Bayern", "", null, undefined);
  const input = fc.record({ country, state, line1: text, line2: text, postalCode: text, city: text });
  const requirement = fc.constantFrom<BillingAddressRequirements["city"]>(
    true,
    false,
    "required",
    "optional",
    "optional",
    "disabled",
    undefined,
  );
  const requirements = fc.record({ country: requirement, state: requirement, line1: requirement, city: requirement });
  const blank = (value: string | null | undefined) => (value ?? "").trim() === "";
  let accepted = 0;
  fc.assert(
    fc.property(requirements, input, (required, given) => {
      const result = billingAddressValidator(required).validate(given);
      const isRequired = (part: string) => ["true", "required"].includes(String(Reflect.get(required, part)));
      const found = issuesByField(result);
      for (const part of parts) {
        if (isRequired(part) && blank(given[part])) expect(found.has(part)).toBe(true);
        if (Reflect.get(required, part) === "disabled" && !blank(given[part])) expect(found.has(part)).toBe(true);
      }
      if (!result.success) return;
      accepted += 1;
      if (result.data === null) {
        expect(parts.every((part) => blank(given[part]))).toBe(true);
        return;
      }
      expect(address.decode(address.encode(result.data))).toEqual(result.data);
      expect(countryCodes).toContain(result.data.country);
      if (/^(US|CA)$/.test(result.data.country) && result.data.state) {
        expect(result.data.state).toMatch(new RegExp(`^${result.data.country}-[A-Z]{2}$`));
      }
      for (const part of ["line1", "line2", "postalCode", "city"] as const) {
        expect(result.data[part] ?? "").toBe((given[part] ?? "").trim());
      }
      expect(billingAddressValidator(required).validate(result.data)).toEqual(result);
    }),
    { numRuns: 1500 },
  );
  expect(accepted).toBeGreaterThan(100);
});
