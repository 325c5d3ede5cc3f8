/** The address of a person, with or without an account: all are equally long. */
export const emailOf = (number: number): string => `person${100_000 + number}@example.com`;

/** The phone number of a person. */
export const numberOf = (number: number): string => `+49151${20_000_000 + number}`;
