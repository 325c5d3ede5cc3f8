/** The words for a limit; `{}` stands for the value. */
export const limitNames = {
  minLength: "at least {} characters",
  maxLength: "at most {} characters",
  minimum: "from {}",
  maximum: "to {}",
  minItems: "at least {} items",
  maxItems: "at most {} items",
} as const;
