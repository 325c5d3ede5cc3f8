/** Of the client of a provider: no request is given up because the machine is busy. */
export const patientClient = { timeoutSeconds: 60 } as const;

/** Of the provider for tests: no delivery is given up, which a clock that stands still would never repeat. */
export const patientDesk = { webhookTimeoutSeconds: 60 } as const;
