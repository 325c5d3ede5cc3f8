import type { Faults } from "@keyhold/testing/identity-provider";

/** An ID token with changed claims. */
export const withClaims = (claims: object): Pick<Faults, "claims"> => ({
  claims: (given) => ({ ...given, ...claims }),
});

/** A profile with changed fields. */
export const withProfile = (fields: object): Pick<Faults, "profile"> => ({
  profile: (given) => ({ ...Object(given), ...fields }),
});
