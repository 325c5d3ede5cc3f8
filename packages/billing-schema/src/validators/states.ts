/**
 * The accepted codes of `state`, for the countries in which the provider normalises it. By ISO 3166-2 (list of 2023):
 * the fifty states, the District of Columbia and the six outlying areas of the US, the provinces and territories of
 * Canada; and the three "states" of US military mail (AA, AE, AP) of the US Postal Service, because cards are billed to
 * them as well.
 */
export const stateCodes: { readonly US: readonly string[]; readonly CA: readonly string[] } = {
  US: /* @__PURE__ */ codesIn(
    "US",
    "AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR " +
      "PA RI SC SD TN TX UT VA VT WA WI WV WY AS GU MP PR UM VI AA AE AP",
  ),
  CA: /* @__PURE__ */ codesIn("CA", "AB BC MB NB NL NS NT NU ON PE QC SK YT"),
};

function codesIn(country: string, codes: string): readonly string[] {
  return codes.split(" ").map((code) => `${country}-${code}`);
}
