/** In production the server removes this attribute from the page, because it has no mailbox. */
export const hasMailbox = "mailbox" in document.documentElement.dataset;
