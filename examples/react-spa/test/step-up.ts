/** The answer to a call that needs a recent proof: in a test no ten minutes pass. */
export const asksFor = (factors: 1 | 2, ...methods: string[]) => ({
  status: 403,
  json: {
    code: factors === 1 ? "SESSION_IS_NOT_FRESH" : "STEP_UP_REQUIRED",
    message: "",
    stepUp: { methods, maxAgeSeconds: 600, factors },
  },
});
