import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AttachedCustomField,
  attachedCustomField,
  type CustomField,
  type TolerantAttachedCustomField,
} from "../entities/custom-field.js";
import { customFieldDataValidator } from "./custom-field-data.js";
import { issuesByField } from "./validator.js";

type Kind = CustomField["type"];
type PropertiesOf<Type extends Kind> = Extract<CustomField, { readonly type: Type }>["properties"];

const seconds = (text: string): number => Date.parse(text) / 1000;

function wireField(type: string, properties: object, change: object = {}) {
  const { slug = type, required = false, order = 0 } = change as { slug?: string; required?: boolean; order?: number };
  return {
    custom_field_id: `field-${slug}`,
    order,
    required,
    custom_field: {
      id: `field-${slug}`,
      created_at: "2025-05-20T08:30:00Z",
      modified_at: null,
      metadata: {},
      type,
      slug,
      name: slug,
      organization_id: "studio",
      properties,
    },
  };
}

const tolerant = (type: string, properties: object, change?: object): TolerantAttachedCustomField =>
  attachedCustomField.decode(wireField(type, properties, change), { mode: "tolerant" });

function field<Type extends Kind>(type: Type, properties: PropertiesOf<Type>, change: object = {}) {
  const { slug = type, required = false, order = 0 } = change as { slug?: string; required?: boolean; order?: number };
  const common = { id: slug, createdAt: new Date(0), modifiedAt: null, metadata: {}, slug, name: slug };
  const customField = { ...common, organizationId: "studio", type, properties } as unknown as CustomField;
  return { customFieldId: slug, order, required, customField } satisfies AttachedCustomField;
}

const required = { required: true };
const sizes = { options: ["small", "large"].map((value) => ({ value, label: value.toUpperCase() })) };

/** The code of the only issue, or null when the answer is accepted. */
function codeOf(attached: AttachedCustomField, answer: unknown): string | null {
  const result = customFieldDataValidator([attached]).validate({ [attached.customField.slug]: answer });
  if (result.success) return null;
  expect(result.issues).toHaveLength(1);
  expect(result.issues[0]?.field).toBe(attached.customField.slug);
  return result.issues[0]?.code ?? "";
}

describe("text", () => {
  const bounded = field("text", { minLength: 2, maxLength: 4 });
  test.each([
    ["ab", null],
    ["abcd", null],
    ["a", "too_short"],
    ["abcde", "too_long"],
    ["  ", null],
    [12, "not_text"],
    [["ab"], "not_text"],
    ["a\ud83d", "not_text"],
    ["\ude00a", "not_text"],
    ["x".repeat(2_000_000), "too_long"],
  ])("%j of two to four characters: %s", (answer, code) => {
    expect(codeOf(bounded, answer)).toBe(code);
  });

  test("its length is counted in code points, as the provider's server counts", () => {
    expect(codeOf(bounded, "🙂🙂🙂🙂")).toBeNull();
    expect(codeOf(bounded, "🙂")).toBe("too_short");
    expect(codeOf(bounded, "👨‍👩‍👧")).toBe("too_long");
  });

  test("a bound of zero is a bound", () => {
    expect(codeOf(field("text", { maxLength: 0 }), "a")).toBe("too_long");
  });
});

describe("number", () => {
  const bounded = field("number", { ge: 0, le: 10 });
  test.each([
    [0, null],
    [-0, null],
    [10, null],
    [-1, "too_small"],
    [11, "too_large"],
    [1.5, "not_an_integer"],
    [Number.NaN, "not_an_integer"],
    [Number.POSITIVE_INFINITY, "not_an_integer"],
    [2 ** 53, "not_an_integer"],
    ["5", "not_an_integer"],
    [5n, "not_an_integer"],
    [[5], "not_an_integer"],
    [true, "not_an_integer"],
    [{ valueOf: () => 5 }, "not_an_integer"],
  ])("%s from 0 to 10: %s", (answer, code) => {
    expect(codeOf(bounded, answer)).toBe(code);
  });

  test("without bounds every safe integer is accepted", () => {
    expect(codeOf(field("number", {}), Number.MAX_SAFE_INTEGER)).toBeNull();
    expect(codeOf(field("number", {}), Number.MIN_SAFE_INTEGER)).toBeNull();
  });
});

describe("date", () => {
  const june = field("date", { ge: seconds("2025-06-01T00:00:00Z"), le: seconds("2025-06-30T00:00:00Z") });
  test.each([
    ["2025-06-01", null],
    ["2025-06-30", null],
    ["2025-05-31", "too_early"],
    ["2025-07-01", "too_late"],
    ["2025-06-01T00:00:00Z", null],
    ["2025-06-01T01:30:00+02:00", "too_early"],
    ["2025-05-31T22:00:00.5-02:00", null],
    ["2025-06-30T00:00:00.000Z", null],
    ["2025-06-30T00:00:00.001Z", "too_late"],
    ["2025-06-31", "not_a_date"],
    ["2025-02-29", "not_a_date"],
    ["0000-06-01", "not_a_date"],
    ["2025-6-1", "not_a_date"],
    ["2025-06-01T00:00:00", "not_a_date"],
    ["2025-06-01T24:00:00Z", "not_a_date"],
    ["2025-06-01T00:00:60Z", "not_a_date"],
    ["2025-06-01T00:00Z", "not_a_date"],
    ["2025-06-01T00:00:00+24:00", "not_a_date"],
    ["2025-06-01\n", "not_a_date"],
    ["+002025-06-01", "not_a_date"],
    [new Date("2025-06-01"), "not_a_date"],
    [seconds("2025-06-01"), "not_a_date"],
  ])("%s in June 2025: %s", (answer, code) => {
    expect(codeOf(june, answer)).toBe(code);
  });

  test("a bound within a day includes that day, but no time on the other side of it", () => {
    const fromNoon = field("date", { ge: seconds("2025-06-01T12:00:00Z") });
    expect(codeOf(fromNoon, "2025-06-01")).toBeNull();
    expect(codeOf(fromNoon, "2025-05-31")).toBe("too_early");
    expect(codeOf(fromNoon, "2025-06-01T11:59:59Z")).toBe("too_early");
    const untilNoonBefore1970 = field("date", { le: seconds("1969-06-01T12:00:00Z") });
    expect(codeOf(untilNoonBefore1970, "1969-06-01")).toBeNull();
    expect(codeOf(untilNoonBefore1970, "1969-06-02")).toBe("too_late");
  });

  test("its issue has the bound in seconds, and its day in the message", () => {
    const result = customFieldDataValidator([june]).validate({ date: "2024-01-01" });
    expect(!result.success && result.issues).toEqual([
      {
        field: "date",
        code: "too_early",
        earliestInSeconds: seconds("2025-06-01"),
        message: "Must be 2025-06-01 or later.",
      },
    ]);
  });

  test("a bound beyond the calendar is a bound", () => {
    expect(codeOf(field("date", { ge: Number.MAX_SAFE_INTEGER }), "9999-12-31")).toBe("too_early");
    expect(codeOf(field("date", { le: Number.MAX_SAFE_INTEGER }), "9999-12-31")).toBeNull();
  });
});

describe("checkbox and select", () => {
  test.each([
    [true, null],
    [false, "required"],
    [null, "required"],
    ["true", "not_a_boolean"],
    [1, "not_a_boolean"],
  ])("a required checkbox with %j: %s", (answer, code) => {
    expect(codeOf(field("checkbox", {}, required), answer)).toBe(code);
  });

  test("false is an answer to every question except a required checkbox", () => {
    expect(codeOf(field("text", {}, required), false)).toBe("not_text");
    expect(customFieldDataValidator([tolerant("toggle", {}, required)]).validate({ toggle: false })).toEqual({
      success: true,
      data: { toggle: false },
      unchecked: ["toggle"],
    });
  });

  test("an optional checkbox may be false", () => {
    expect(codeOf(field("checkbox", {}), false)).toBeNull();
  });

  test.each([
    ["small", null],
    ["SMALL", "not_an_option"],
    ["constructor", "not_an_option"],
    [0, "not_an_option"],
    [["small"], "not_an_option"],
  ])("a select with %j: %s", (answer, code) => {
    expect(codeOf(field("select", sizes), answer)).toBe(code);
  });

  test("a select without options accepts no value", () => {
    expect(codeOf(field("select", { options: [] }), "small")).toBe("not_an_option");
  });
});

describe("missing answers", () => {
  const every = (change: object) => [
    field("text", { minLength: 3 }, change),
    field("number", { ge: 1 }, change),
    field("date", {}, change),
    field("checkbox", {}, change),
    field("select", sizes, change),
  ];
  test.each([[undefined], [null], [""]])("%j is one for a required field of any type", (answer) => {
    expect(every(required).map((attached) => codeOf(attached, answer))).toEqual(Array(5).fill("required"));
  });

  test("to an optional question: absent stays absent, and null and an empty string are null", () => {
    const validate = customFieldDataValidator(every({})).validate;
    expect(validate({})).toEqual({ success: true, data: {}, unchecked: [] });
    expect(validate(undefined)).toEqual({ success: true, data: {}, unchecked: [] });
    expect(validate({ text: "", number: null, date: undefined })).toEqual({
      success: true,
      data: { text: null, number: null },
      unchecked: [],
    });
  });
});

describe("the whole", () => {
  test.each([[[]], ["text"], [7], [true], [new Date()], [new Map([["text", "a"]])], [() => ({})]])(
    "%s is no object of answers",
    (input) => {
      const result = customFieldDataValidator([]).validate(input);
      expect(result).toMatchObject({ success: false, issues: [{ field: null, code: "not_an_object" }] });
    },
  );

  test("issues are in the order of the form, then those of unknown slugs", () => {
    const fields = [field("text", {}, { ...required, order: 2 }), field("number", {}, { ...required, order: 1 })];
    const result = customFieldDataValidator(fields).validate({ toString: 1, text: 1, extra: true });
    expect([...issuesByField(result)].map(([slug, [issue]]) => [slug, issue?.code])).toEqual([
      ["number", "required"],
      ["text", "not_text"],
      ["toString", "unknown_field"],
      ["extra", "unknown_field"],
    ]);
  });

  test("slugs may be named as members of every object are", () => {
    const fields = ["__proto__", "constructor", "toString"].map((slug) => field("text", {}, { slug, required: true }));
    const validate = customFieldDataValidator(fields).validate;
    expect(issuesByField(validate({})).size).toBe(3);
    const result = validate(JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}'));
    const data = result.success ? result.data : {};
    expect(Object.entries(data)).toEqual([
      ["__proto__", "a"],
      ["constructor", "b"],
      ["toString", "c"],
    ]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  test("an inherited property is no answer", () => {
    const inherited = Object.create({ text: "from above" });
    expect(customFieldDataValidator([field("text", {}, required)]).validate(inherited).success).toBe(false);
  });

  test("neither the input nor the list of fields is changed", () => {
    const input = Object.freeze({ text: "", number: 3 });
    const fields = Object.freeze([field("text", {}, { order: 2 }), field("number", {}, { order: 1 })]);
    expect(customFieldDataValidator(fields).validate(input).success).toBe(true);
    expect(input).toEqual({ text: "", number: 3 });
  });
});

describe("types of a newer API", () => {
  const newer = tolerant("phone", { region: "EU" }, required);
  const validate = customFieldDataValidator([newer, tolerant("text", { max_length: 2 })]).validate;

  test("an answer is taken as it is, and marked as not checked", () => {
    const data = { phone: "+49 30 1234", text: "ab" };
    expect(validate(data)).toEqual({ success: true, data, unchecked: ["phone"] });
  });

  test("a required one still needs an answer", () => {
    expect(validate({})).toMatchObject({ issues: [{ field: "phone", code: "required" }] });
  });

  test("a value not allowed in custom_field_data is rejected", () => {
    for (const answer of [[1], {}, 1.5, Number.NaN, 2 ** 53, 1n]) {
      expect(validate({ phone: answer })).toMatchObject({ issues: [{ field: "phone", code: "not_a_scalar" }] });
    }
  });

  test("decoded fields are checked like any other", () => {
    expect(validate({ phone: "1", text: "abc" })).toMatchObject({ issues: [{ code: "too_long", maximumLength: 2 }] });
  });
});

test("it is a Standard Schema, so form libraries take it as it is", () => {
  const schema = customFieldDataValidator([field("number", { le: 3 })])["~standard"];
  expect(schema.validate({ number: 2 })).toEqual({ value: { number: 2 } });
  expect(schema.validate({ number: 4 })).toEqual({ issues: [{ path: ["number"], message: "Must be 3 or less." }] });
  expect(schema.validate([])).toEqual({ issues: [{ path: [], message: "Must be an object." }] });
});

describe("of generated fields and answers", () => {
  const bound = fc.option(fc.integer({ min: -3, max: 6 }), { nil: undefined, freq: 1 });
  const slugs = ["a", "b", "c", "__proto__", "constructor"];
  const slug = fc.constantFrom(...slugs);
  const change = fc.record({ slug, required: fc.boolean(), order: fc.integer({ min: 0, max: 2 }) });
  const options = fc.array(fc.constantFrom("x", "yy", "🙂"), { maxLength: 3 });
  const attached = fc.oneof(
    fc
      .tuple(bound, bound, change)
      .map(([minLength, maxLength, other]) => field("text", { minLength, maxLength }, other)),
    fc.tuple(bound, bound, change).map(([ge, le, other]) => field("number", { ge, le }, other)),
    fc
      .tuple(bound, bound, change)
      .map(([ge, le, other]) => field("date", { ge: ge && ge * 43_200, le: le && le * 43_200 }, other)),
    change.map((other) => field("checkbox", {}, other)),
    fc
      .tuple(options, change)
      .map(([values, other]) => field("select", { options: values.map((value) => ({ value, label: value })) }, other)),
  );
  const day = fc.integer({ min: -3, max: 5 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  const time = fc.integer({ min: -6, max: 9 }).map((halves) => new Date(halves * 43_200_000).toISOString());
  const answer = fc.oneof(
    fc.constantFrom<unknown>(undefined, null, "", true, false, Number.NaN, -0, 2 ** 53, "\ud800", "x", "yy", "🙂"),
    fc.integer({ min: -4, max: 7 }),
    fc.string({ unit: "binary", maxLength: 8 }),
    day,
    time,
    fc.anything({ maxDepth: 1 }),
  );
  const likely = {
    text: fc.string({ unit: "grapheme", maxLength: 4 }),
    number: fc.integer({ min: -3, max: 6 }),
    date: fc.oneof(day, time),
    checkbox: fc.boolean(),
    select: fc.constantFrom("x", "yy", "🙂"),
  };
  const fields = fc.uniqueArray(attached, { maxLength: 4, selector: ({ customField }) => customField.slug });
  /** Mostly answers of the right type, else any value; seldom an answer to an unknown slug. */
  const forms = fields.chain((list) => {
    const each = list.map(({ customField }) =>
      fc.tuple(
        fc.constant(customField.slug),
        fc.oneof({ weight: 4, arbitrary: likely[customField.type] }, { weight: 1, arbitrary: answer }),
      ),
    );
    const stranger = fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom("other", ...slugs), answer) },
    );
    return fc.tuple(fc.constant(list), fc.tuple(...each), stranger).map(([, entries, other]) => ({
      list,
      input: Object.fromEntries(other === null ? entries : [other, ...entries]),
    }));
  });

  /** A second implementation of the contract, field by field and by other means. */
  function isGood({ customField, required: isRequired }: AttachedCustomField, given: unknown): boolean {
    if (given === undefined || given === null || given === "") return !isRequired;
    const within = (value: number, low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY) =>
      low <= value && value <= high;
    switch (customField.type) {
      case "checkbox":
        return given === true || (given === false && !isRequired);
      case "select":
        return customField.properties.options.some(({ value }) => Object.is(value, given));
      case "number":
        return (
          Number.isSafeInteger(given) && within(Number(given), customField.properties.ge, customField.properties.le)
        );
      case "text": {
        const { minLength, maxLength } = customField.properties;
        return (
          typeof given === "string" && given.isWellFormed() && within(Array.from(given).length, minLength, maxLength)
        );
      }
      case "date": {
        const { ge, le } = customField.properties;
        if (typeof given !== "string" || !/^(19|20)\d\d-\d\d-\d\d(T\d\d:\d\d:\d\d\.000Z)?$/.test(given)) return false;
        if (given.includes("T")) return within(seconds(given), ge, le);
        const dayOf = (bound: number | undefined) =>
          bound === undefined ? undefined : seconds(new Date(bound * 1000).toISOString().slice(0, 10));
        return within(seconds(given), dayOf(ge), dayOf(le));
      }
    }
  }

  test("accepts exactly the answers of the contract, and returns only those", () => {
    let accepted = 0;
    fc.assert(
      fc.property(forms, ({ list, input }) => {
        const own = (name: string): unknown =>
          Object.entries(input).find(([key, value]) => key === name && value !== undefined)?.[1];
        const asked = list.map(({ customField }) => customField.slug);
        const strangers = Object.keys(input).filter((name) => own(name) !== undefined && !asked.includes(name));
        const bad = list.filter((one) => !isGood(one, own(one.customField.slug)));
        const result = customFieldDataValidator(list).validate(input);
        expect(result.success).toBe(bad.length + strangers.length === 0);
        expect([...issuesByField(result).keys()].sort()).toEqual(
          [...bad.map(({ customField }) => customField.slug), ...strangers].sort(),
        );
        if (!result.success) return;
        accepted += 1;
        const kept = asked.filter((name) => own(name) !== undefined);
        expect(Object.keys(result.data).sort()).toEqual(kept.sort());
        for (const [name, value] of Object.entries(result.data))
          expect(value).toBe(own(name) === "" ? null : own(name));
        expect(customFieldDataValidator(list).validate(result.data)).toEqual(result);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  test("never throws, for any input", () => {
    fc.assert(
      fc.property(fields, fc.anything({ withDate: true, withMap: true, withBigInt: true }), (list, input) => {
        expect(typeof customFieldDataValidator(list).validate(input).success).toBe("boolean");
      }),
      { numRuns: 500 },
    );
  });
});
