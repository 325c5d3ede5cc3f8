/** The server takes this mark off the page in production, where there is no mailbox. */
export const hasMailbox = "mailbox" in document.documentElement.dataset;
