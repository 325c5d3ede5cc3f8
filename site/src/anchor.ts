/** The anchor of a heading, as the repository's host makes it: "Who may call" is "who-may-call". */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, "")
    .replace(/\s/g, "-");
