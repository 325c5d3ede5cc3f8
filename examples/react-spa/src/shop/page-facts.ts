const { dataset } = document.documentElement;

/** The organization with the dashboard. The server writes it into the page; null: this server has no shop. */
export const merchantId: string | null = dataset.merchant || null;

/** The payments provider's id of the meter of cups. */
export const cupsMeter = dataset.cupsMeter ?? "";

/** Whether this server signs in guests: in development. */
export const hasGuests = "guests" in dataset;
