import { describe, expect, test } from "vitest";
import type { Settings } from "./config.js";
import { checked, defineOptions, flag, given, group, limit, oneOf, path, required, string, whole } from "./options.js";

interface ShopOptions {
  readonly page: string;
  readonly maxItems: number;
  readonly currency: string | null;
  readonly buyers: "members" | "everyone";
  readonly isOpen: boolean;
  readonly payments: { readonly windowSeconds: number; readonly max: number };
  readonly stock: { readonly isCounted: boolean; readonly min: number | null };
  readonly sellers: readonly string[];
}

const shopOptions = defineOptions<ShopOptions>(
  {
    page: path("/basket"),
    maxItems: whole(20, 1, 100),
    currency: string(null, '"EUR"'),
    buyers: oneOf("members", ["members", "everyone"]),
    isOpen: flag(true),
    payments: limit(900, 20),
    stock: group<ShopOptions["stock"]>({ isCounted: flag(false), min: whole(null, 0, 9) }),
    sellers: required(checked<readonly string[]>([], "be a list of ids", Array.isArray)),
  },
  {
    remedies: { "other-shop": { basketSize: "write `maxItems`" } },
    check: ({ isOpen, stock }) => (isOpen || !stock.isCounted ? [] : ["stock.isCounted: needs isOpen"]),
  },
);

const defaults = {
  page: "/basket",
  maxItems: 20,
  currency: null,
  buyers: "members",
  isOpen: true,
  payments: { windowSeconds: 900, max: 20 },
  stock: { isCounted: false, min: null },
  sellers: [],
};
/** No check of this file reads the settings. */
const settings = {} as Settings;
const read = (given: unknown) => {
  const { options, configErrors } = shopOptions.read(given);
  return { options, errors: configErrors(settings) };
};

describe("defineOptions", () => {
  test("knows the options of an app that gives none", () => {
    expect(shopOptions.initial).toEqual(defaults);
  });

  test("fills what an app does not give, in groups, too; undefined is not given", () => {
    const given = { sellers: ["ann"], maxItems: undefined, stock: { min: 2 } };
    expect(read(given)).toEqual({
      options: { ...defaults, sellers: ["ann"], stock: { isCounted: false, min: 2 } },
      errors: [],
    });
  });

  test.each<[object, string]>([
    [{ page: "basket" }, 'page: must be a path or a URL of the app, e.g. "/two-factor"'],
    [{ maxItems: 0 }, "maxItems: must be a whole number from 1 to 100"],
    [{ maxItems: null }, "maxItems: must be a whole number from 1 to 100"],
    [{ maxItems: 1.5 }, "maxItems: must be a whole number from 1 to 100"],
    [{ currency: "" }, 'currency: must be a text, e.g. "EUR"'],
    [{ buyers: "guests" }, 'buyers: must be "members" or "everyone"'],
    [{ isOpen: "no" }, "isOpen: must be true or false"],
    [{ payments: { max: 3 } }, "payments: must be { windowSeconds, max }, whole numbers of at least 1"],
    [
      { payments: { max: 3, windowSeconds: 9, per: "user" } },
      "payments.per: there is no such option; there are windowSeconds, max",
    ],
    [{ stock: { min: 10 } }, "stock.min: must be a whole number from 0 to 9, or null"],
    [{ stock: { colour: 1 } }, "stock.colour: there is no such option; there are isCounted, min"],
    [{ stock: 3 }, "stock: must be an object with the options isCounted, min"],
    [{ sellers: undefined }, "sellers: must be a list of ids"],
    [{ maxItem: 3 }, 'maxItem: there is no such option; did you mean "maxItems"?'],
    [{ basketSize: 3 }, "basketSize: is an option of other-shop; write `maxItems`"],
    [{ isOpen: false, stock: { isCounted: true } }, "stock.isCounted: needs isOpen"],
  ])("finds the error of %j", (given, error) => {
    expect(read({ sellers: [], ...given }).errors).toEqual([error]);
  });

  test("has the default in the place of a wrong value, so that no other code meets the value", () => {
    const { options } = read({ sellers: "ann", maxItems: "3", stock: { isCounted: 1, min: 4 } });
    expect(options).toEqual({ ...defaults, stock: { isCounted: false, min: 4 } });
  });

  test("has an error for each required option that is missing, also of a kind that takes null", () => {
    const { options, configErrors } = defineOptions<{ roles: object; stock: { min: number }; shop: string | null }>({
      roles: required(given<object>({})),
      stock: required(group<{ min: number }>({ min: whole(2, 0, 9) })),
      shop: required(string(null, '"tea"')),
    }).read({});
    expect(options).toEqual({ roles: {}, stock: { min: 2 }, shop: null });
    expect(configErrors(settings)).toEqual(["roles: missing", "stock: missing", "shop: missing"]);
  });

  test.each([null, undefined])("takes %s from code without types as no options", (given) => {
    expect(read(given)).toEqual({ options: defaults, errors: ["sellers: must be a list of ids"] });
  });
});
